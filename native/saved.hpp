// Values as bytes and back, for copies of environments. Host only.
#pragma once

#include <cstring>
#include <span>
#include <string>
#include <type_traits>

namespace haggis {

class ByteWriter {
  public:
    std::string bytes;

    template <class T> void write(std::span<const T> values) {
        static_assert(std::is_trivially_copyable_v<T>);
        bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    }
    template <class T> void write(const T& value) { write(std::span<const T>(&value, 1)); }
};

// Reads what a writer has written; whoever makes one has compared the sizes.
class ByteReader {
  public:
    explicit ByteReader(const char* bytes) : next_(bytes) {}

    template <class T> void read(std::span<T> values) {
        static_assert(std::is_trivially_copyable_v<T>);
        std::memcpy(values.data(), next_, values.size_bytes());
        next_ += values.size_bytes();
    }
    template <class T> void read(T& value) { read(std::span<T>(&value, 1)); }

  private:
    const char* next_;
};

} // namespace haggis
