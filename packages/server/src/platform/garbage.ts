import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** V8's own function: `minor` looks at young objects only, `last-resort` also returns all free pages to the system. */
type Collect = (how: { type: 'minor' } | { type: 'major'; flavor: 'last-resort' }) => void

// V8 gives the function to contexts that are made after its flag is set, so no other code of this process gets it.
setFlagsFromString('--expose-gc')
const collect: Collect = runInNewContext('gc')
setFlagsFromString('--no-expose-gc')

/** Collects all garbage and returns the free pages. Everything stops for some 50 ms. */
export const collectGarbage = (): void => collect({ type: 'major', flavor: 'last-resort' })

/** Collects the objects that were made lately and are no longer used. Everything stops for a few milliseconds. */
export const collectYoungGarbage = (): void => collect({ type: 'minor' })
