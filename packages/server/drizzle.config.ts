import { defineConfig } from 'drizzle-kit'

/** Migrations are generated from the tables of every feature: `npm run migrations`. Read the SQL before it is committed. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./packages/server/src/features/*/*tables.ts', './packages/server/src/platform/*/tables.ts'],
  out: './packages/server/migrations',
})
