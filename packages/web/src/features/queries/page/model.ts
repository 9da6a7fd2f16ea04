import type { Query, QueryChanges } from '@sightline/contract/queries.ts'
import type { LiveValue } from '../../../ui/live-value.ts'
import type { Parameters } from '../parameters/use-parameters.ts'
import type { Draft, DraftWithoutText } from './draft.ts'

/** The query of the page: what is saved, what is being worked on, and the ways to change it. */
export interface QueryModel {
  /** null until it is saved for the first time. */
  query: Query | null
  draft: DraftWithoutText
  /** The text of the draft. Typing renders nothing but what asks for something of it. */
  text: LiveValue<string>
  /** The parameters of the draft, and the ways to change them. */
  parameters: Parameters
  /** Whether leaving would lose something, with this text. To be asked with `useLive` where it is shown: the first key changes it. */
  isDirty(text: string): boolean
  /** Whether saving would change something, be it only the values that parameters begin with. */
  hasChanges(): boolean
  /** Whether running the saved query runs the draft with this text. */
  runsAsSaved(text: string): boolean
  isSaving: boolean
  setText(text: string): void
  /** Takes up another state of what is not saved; of a saved query these are its text and its parameters. */
  restore(draft: Draft): void
  /** @returns whether it was saved */
  rename(name: string): Promise<boolean>
  /** @returns whether it was saved */
  describe(description: string): Promise<boolean>
  /** @returns whether it was saved */
  tag(tags: string[]): Promise<boolean>
  /** Another data source. @param dialect that new queries on it are in; null where there is no choice. @returns whether it is in force */
  chooseSource(id: number, dialect: string | null): Promise<boolean>
  /** Another dialect of the data source. @returns whether it is in force */
  chooseDialect(dialect: string): Promise<boolean>
  /**
   * Saves what is not yet saved.
   * @param resultId a result of the text as it stands now; null when there is none
   * @returns the saved query; null when it could not be saved
   */
  save(resultId: number | null): Promise<Query | null>
  /** Saves changes of a saved query at once; before the first save it is refused in words, and nothing is sent. */
  change(changes: QueryChanges): Promise<Query | null>
}
