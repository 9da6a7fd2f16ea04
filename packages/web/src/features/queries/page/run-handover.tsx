import type { Definition, Values } from '@sightline/domain/parameters/definition.ts'
import { hasNewValues, isSameSetup } from '@sightline/domain/parameters/saved.ts'
import { createContext, type ReactNode, use, useState } from 'react'
import type { InFlightRun } from '../../../results/use-execution.ts'

/** What is run, and with what. */
export interface Run {
  text: string
  /** Where the text begins in that of the editor. */
  from: number
  dataSourceId: number
  /** As the query has chosen it; null where it has not. */
  dialect: string | null
  isWholeAndSaved: boolean
  /** All parameters of the query. */
  parameters: readonly Definition[]
  /** Those of the text that is run, and the values with which it runs. */
  definitions: readonly Definition[]
  values: Values
}

/** A run whose page gives way to the other page of its query. */
export interface HandedRun {
  run: Run
  inFlight: InFlightRun
}

/** Where a page that is left puts its run, for the one that comes. */
interface Handover {
  put(handed: HandedRun): void
  /** @returns null when there is none; it is given once */
  take(): HandedRun | null
}

const HandoverContext = createContext<Handover>({ put() {}, take: () => null })

/** Around the pages of queries: a run goes on when the text of its query gives way to its data, and the other way round. */
export function RunHandover({ children }: { children: ReactNode }) {
  const [handover] = useState(openHandover)
  return <HandoverContext value={handover}>{children}</HandoverContext>
}

function openHandover(): Handover {
  let handed: HandedRun | null = null
  return {
    put(left) {
      handed = left
    },
    take() {
      const taken = handed
      handed = null
      return taken
    },
  }
}

export const useRunHandover = (): Handover => use(HandoverContext)

/** What a page shows the rows of. */
interface Shown {
  text: string
  dataSourceId: number | null
  dialect: string | null
  parameters: readonly Definition[]
}

/** Whether a run gives the rows of what is shown: it is one of the whole text, there, with these values. */
export const isRunOf = ({ text, from, dataSourceId, dialect, parameters }: Run, shown: Shown): boolean =>
  from === 0 &&
  text === shown.text &&
  dataSourceId === shown.dataSourceId &&
  dialect === shown.dialect &&
  isSameSetup(parameters, shown.parameters) &&
  !hasNewValues(parameters, shown.parameters)
