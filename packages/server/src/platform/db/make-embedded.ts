import { PGlite } from '@electric-sql/pglite'

/** Makes an empty embedded database in the folder given as argument, and ends. */
const [, , location] = process.argv
if (location === undefined) throw new Error('Say where the database is to be made.')
const pglite = await PGlite.create(location)
await pglite.close()
// The engine's clean-up may leave handles open; all is written by now.
process.exit(0)
