# Two images from one file:
#   docker build --target demo .         the whole product with its sandbox and desk, as `npm start` runs it
#   docker build --target production .   server and workers alone; settings in docs/operating.md

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && npm run build

FROM build AS demo
ENV HOST=0.0.0.0 DATA_DIR=/data
RUN mkdir /data && chown -R node:node /data /app/build
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["npm", "start"]

FROM build AS pruned
# Optional packages that this image does without, such as: --build-arg WITHOUT="alipay-sdk ip2region-ts"
# The engine of FACE=embedded and OCR=embedded is 115 MB: --build-arg WITHOUT="" keeps it.
ARG WITHOUT="@qingzhou/recognition"
RUN node tools/develop/prune-packages.ts $WITHOUT \
 && find node_modules -type f -name '*.map' -delete \
 && find apps packages tools -type f \( -name '*.test.ts' -o -path '*/testing/*' \) -not -path '*/node_modules/*' -delete

FROM node:24-bookworm-slim AS production
ENV NODE_ENV=production MODE=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=pruned /app/package.json /app/LICENSE /app/THIRD-PARTY-NOTICES.md ./
COPY --from=pruned /app/node_modules node_modules
COPY --from=pruned /app/packages/contract packages/contract
COPY --from=pruned /app/packages/domain packages/domain
COPY --from=pruned /app/packages/provider-api packages/provider-api
COPY --from=pruned /app/packages/platform packages/platform
COPY --from=pruned /app/packages/providers packages/providers
COPY --from=pruned /app/packages/recognition packages/recognition
COPY --from=pruned /app/packages/lending packages/lending
COPY --from=pruned /app/apps/server apps/server
COPY --from=pruned /app/build/web build/web
COPY --from=pruned /app/build/console build/console
# What operators and auditors run: docs/operating.md.
COPY --from=pruned /app/tools tools
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# A worker runs the same image with: node --max-semi-space-size=8 --max-old-space-size=768 apps/server/src/worker.ts
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=768", "apps/server/src/main.ts"]
