import type { Column } from '../platform/results/batch.ts'
import { VectorBuilder } from '../platform/results/vectors.ts'

/** Builders of vectors, one per column. */
export const columnBuilders = (columns: readonly Column[]) => columns.map((column) => new VectorBuilder(column.storage))
