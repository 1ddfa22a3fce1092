# The table server in a container: docker build -t haggis . && docker run -p 8000:8000 -v haggis:/data haggis
FROM python:3.11-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends g++ && rm -rf /var/lib/apt/lists/*
COPY . /src
RUN python -m venv /opt/haggis && /opt/haggis/bin/pip install --no-cache-dir --constraint /src/constraints.txt "/src[play,postgres]"

FROM python:3.11-slim
COPY --from=build /opt/haggis /opt/haggis
RUN useradd --system --uid 10001 haggis && install -d -o haggis /data
USER haggis
VOLUME /data
EXPOSE 8000
ENV HAGGIS_HOST=0.0.0.0 HAGGIS_DATA=/data PYTHONUNBUFFERED=1
HEALTHCHECK --interval=30s --timeout=5s CMD ["/opt/haggis/bin/python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
ENTRYPOINT ["/opt/haggis/bin/haggis", "serve"]
