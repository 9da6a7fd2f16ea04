import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Loader } from '@mantine/core'
import type { Query } from '@sightline/contract/queries.ts'
import { titleOf } from '@sightline/domain/parameters/definition.ts'
import { withTextPassed } from '@sightline/domain/parameters/pass-as-value.ts'
import { queryLanguage } from '@sightline/domain/query-dialect.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isApiError, messageOf } from '../../../api/error.ts'
import { notify } from '../../../app/notify.ts'
import { storeAnswer } from '../../../app/store-answer.ts'
import { TextLink } from '../../../ui/LinkButton.tsx'
import { ErrorPanel } from '../../../ui/Notice.tsx'
import { TextParameterSwitches } from '../../../ui/TextParameterSwitches.tsx'
import { dataSourcesQuery } from '../../data-sources/api.ts'
import { changeQuery, queryQuery } from '../../queries/api.ts'

/**
 * The switches that make a query on a dashboard safe to share.
 * @param onSaved the dashboard has to be loaded again
 */
export function UnsafeQuery({ id, onSaved }: { id: number; onSaved(): Promise<void> }) {
  const cache = useQueryClient()
  const { queryKey } = queryQuery(id)
  const { data: query, error } = useQuery({ ...queryQuery(id), staleTime: 0 })
  const sources = useQuery(dataSourcesQuery)
  if (error !== null) return <ErrorPanel lead={t`The query could not be loaded.`} text={messageOf(error) ?? ''} />
  if (query === undefined || sources.isPending) return <Loader size={16} role="status" aria-label={t`Loading...`} mt="md" />

  const save = async (name: string, isPassed: boolean) => {
    try {
      const saved = await changeQuery(id, passing(query, name, isPassed))
      await storeAnswer(cache, queryKey, { ...query, ...saved })
      void cache.invalidateQueries({ queryKey: ['queries', 'lists'] })
      await onSaved()
      const title = titleOf(query.options.parameters?.find((definition) => definition.name === name) ?? { name })
      const message = isPassed ? t`${title} is passed as a value.` : t`${title} is inserted as it is typed.`
      notify.success(t`Query saved`, message, { id: 'query-saved' })
    } catch (failure) {
      if (!isApiError(failure, 'version_conflict')) return void notify.failure(failure, t`The query could not be saved.`)
      await cache.invalidateQueries({ queryKey })
      notify.error(t`Changes not saved`, t`The query has been modified by another user. Please try again.`)
    }
  }
  const source = sources.data?.find((each) => each.id === query.data_source_id)
  return (
    <TextParameterSwitches
      query={query}
      language={queryLanguage(source, query.options.dialect)}
      mayEdit={query.can_edit ?? false}
      link={
        <TextLink to="/queries/$queryId/source" params={{ queryId: String(id) }}>
          <Trans>Open the query</Trans>
        </TextLink>
      }
      onChange={save}
    />
  )
}

const passing = ({ options, version }: Query, name: string, isPassed: boolean) => ({
  options: { ...options, parameters: withTextPassed(options.parameters ?? [], name, isPassed) },
  version,
})
