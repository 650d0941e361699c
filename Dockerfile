# Two stages: the first bundles the server and picks its dependencies, the second holds the result and nothing else.
FROM node:24-bookworm-slim AS build
WORKDIR /src
ENV CI=true
# pnpm is compared with the hash in its lockfile.
COPY scripts/pnpm /pnpm
RUN npm ci --prefix /pnpm --ignore-scripts --no-audit --no-fund && ln -s /pnpm/node_modules/@pnpm/*/pnpm /usr/local/bin/
COPY . .
# In one layer, without the 1.3 GB that only the build needs: an engine takes longer to store those than to install them.
# node_modules is flat, because the bundle also imports what the workspace packages in it depend on, and without what the
# bundle holds, peers that only a compiler wants, and files that only an editor or a linker reads. All of it is for a user
# who is not root, also where the repository is its owner's alone (umask 077).
RUN pnpm install --frozen-lockfile --ignore-scripts \
 && pnpm --filter @daybook/web build \
 && node_modules/.bin/rolldown -c apps/server/rolldown.config.mjs \
 && pnpm --filter @daybook/server deploy --prod --ignore-scripts \
      --config.inject-workspace-packages=true --config.node-linker=hoisted /out \
 && rm -rf ~/.cache "$(pnpm store path)" node_modules apps/*/node_modules packages/*/node_modules \
 && cd /out/node_modules \
 && rm -rf .pnpm .bin .modules.yaml @daybook typescript @typescript @rollup \
 && find . -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.a' \) -delete \
 && chmod -R a+rX /out /src

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
RUN mkdir -m 0700 /data && chown node:node /data
COPY --from=build /out/node_modules node_modules
COPY --from=build /src/package.json /src/LICENSE ./
COPY --from=build /src/packages/domain/migrations packages/domain/migrations
COPY --from=build /src/apps/server/openapi.json apps/server/
COPY --from=build /src/apps/server/docs apps/server/docs
COPY --from=build /src/apps/web/dist apps/web/dist
COPY --from=build /src/apps/server/dist apps/server/dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "apps/server/dist/healthcheck.js"]
# The flags are those of scripts/server-flags.json, which npm start gives too.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "apps/server/dist/main.js"]
