import { z } from 'zod/mini'
import { StoredColumns } from '../columns/stored-column.ts'

/** The stored options of a details view. A new one stores none of them. */
export const DetailsOptions = z.looseObject({ columns: StoredColumns })
export type DetailsOptions = z.infer<typeof DetailsOptions>
