import { fileURLToPath } from 'node:url'

/** The folder of SQL files that `npm run migrations` writes. */
export const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))
