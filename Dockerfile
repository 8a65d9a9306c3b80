# Built and run by hand only; not part of the tests.
FROM node:20-slim AS build
WORKDIR /app
COPY . .
RUN npm install --no-save --no-audit --no-fund && node scripts/build.mjs

# What the bundled server imports, and nothing of the tools.
FROM node:20-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
RUN npm install --no-save --no-audit --no-fund --omit=dev --workspace server --workspace packages/contract

FROM node:20-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=packages /app/ ./
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/web/dist web/dist
COPY scripts/balcao.mjs scripts/workspace.mjs scripts/
COPY server/migrations server/migrations
COPY server/programs server/programs
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# What most requests need is forgotten young, in few collections instead of many (docs/performance.md, "A whole day").
CMD ["node", "--enable-source-maps", "--max-semi-space-size=32", "server/dist/main.js"]
