import { PGlite } from '@electric-sql/pglite'

/** Creates an empty embedded database in the folder given as argument, and exits. */
const [, , location] = process.argv
if (location === undefined) throw new Error('Say where the database is to be made.')
const pglite = await PGlite.create(location)
await pglite.close()
// The engine's clean-up may leave handles open; everything has been written at this point.
process.exit(0)
