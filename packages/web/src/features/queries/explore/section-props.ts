import type { Exploration, ExploredColumn } from '@sightline/domain/explore/exploration.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'

/** The state that each section of the panel shows and changes. */
export interface SectionProps {
  exploration: Exploration
  /** All columns of the result. */
  columns: readonly (SourceColumn & ExploredColumn)[]
  /** @param typing whether it changes with each key, which makes no entry in the history of the browser */
  onChange(exploration: Exploration, typing?: boolean): void
}
