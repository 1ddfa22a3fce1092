// Whether the reader prefers that nothing moves.
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches
