import { Trans } from '@lingui/react/macro'
import type { Query } from '@sightline/contract/queries.ts'
import { withTextPassed } from '@sightline/domain/parameters/pass-as-value.ts'
import { queryLanguage } from '@sightline/domain/query-dialect.ts'
import { useQuery } from '@tanstack/react-query'
import { TextLink } from '../../../ui/LinkButton.tsx'
import { TextParameterSwitches } from '../../../ui/TextParameterSwitches.tsx'
import { dataSourcesQuery } from '../../data-sources/api.ts'
import { savedParameters } from './draft.ts'
import type { QueryModel } from './use-query-model.ts'

interface EmbeddedTextsProps {
  model: Pick<QueryModel, 'parameters' | 'change'>
  query: Query
}

/**
 * The switches that make the query of the page safe to embed. They are about the saved query and save nothing else: other
 * changes in the editor stay unsaved.
 */
export default function EmbeddedTexts({ model, query }: EmbeddedTextsProps) {
  const sources = useQuery(dataSourcesQuery)
  if (sources.isPending) return null
  const save = async (name: string, isPassed: boolean) => {
    const parameters = withTextPassed(savedParameters(query), name, isPassed)
    const saved = await model.change({ options: { ...query.options, parameters } })
    if (saved !== null) model.parameters.set((now) => withTextPassed(now, name, isPassed))
  }
  return (
    <TextParameterSwitches
      query={query}
      language={queryLanguage(
        sources.data?.find(({ id }) => id === query.data_source_id),
        query.options.dialect,
      )}
      mayEdit={query.can_edit ?? false}
      link={
        <TextLink to="/queries/$queryId/source" params={{ queryId: String(query.id) }}>
          <Trans>Open the query</Trans>
        </TextLink>
      }
      onChange={save}
    />
  )
}
