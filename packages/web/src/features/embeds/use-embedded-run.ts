import type { Query } from '@sightline/contract/queries.ts'
import { replacedInAddress, withAddress } from '@sightline/domain/parameters/address.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { applyPending } from '@sightline/domain/parameters/pending.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useDropdowns } from '../../results/dropdowns.ts'
import { useWholeRun } from '../../results/use-whole-run.ts'
import { MaxAge } from '../executions/api.ts'

/** The parameters of an embedded query, and its result for their applied values. */
export function useEmbeddedRun(query: Query) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const [known, setKnown] = useState<readonly Definition[]>(() => withAddress(query.options.parameters ?? [], search))
  const { definitions, options } = useDropdowns(() => query.id, known)
  const { result, failure } = useWholeRun({
    queryId: query.id,
    definitions,
    isLoadingOptions: [...options.values()].some(({ status }) => status === 'loading'),
    maxAge: MaxAge.any,
    readsStored: true,
  })
  return {
    definitions,
    options,
    result,
    failure,
    /** Sets the pending value of a parameter. */
    set: (changed: Definition) => setKnown(definitions.map((each) => (each.name === changed.name ? changed : each))),
    /** Runs the query with the pending values, and writes them into the URL. */
    apply() {
      const applied = applyPending(definitions)
      setKnown(applied)
      void navigate({ to: '.', search: (now: object) => replacedInAddress({ ...now }, applied), replace: true })
    },
  }
}
