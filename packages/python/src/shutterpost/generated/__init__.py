# Made from docs/openapi.json by `npm run sdks`; changes are lost.
