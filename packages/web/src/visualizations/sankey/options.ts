import { z } from 'zod/mini'

/** A Sankey diagram has no options; what others have stored is kept. */
export const SankeyOptions = z.looseObject({})
export type SankeyOptions = z.infer<typeof SankeyOptions>
