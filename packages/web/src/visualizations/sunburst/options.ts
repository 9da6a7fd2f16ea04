import { z } from 'zod/mini'

/** A sunburst has no options; what others have stored is kept. */
export const SunburstOptions = z.looseObject({})
export type SunburstOptions = z.infer<typeof SunburstOptions>
