import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { api } from '@sightline/contract/api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call, hasKey } from '../../api/call.ts'
import { isApiError, messageOf } from '../../api/error.ts'
import { usePageTitle } from '../../app/page-hooks.ts'
import { useClientConfig } from '../../app/session.ts'
import { EmbeddedVisualization, EmbedError } from './EmbeddedVisualization.tsx'
import styles from './EmbedPage.module.css'
import { embedParts } from './search-params.ts'

const route = getRouteApi('/visitor/embed/query/$queryId/visualization/$visualizationId')

const WRONG_KEY = t`the key in this URL is unknown or has been replaced.`
const NO_VISUALIZATION = t`this query has no such visualization.`
const TEXT_PARAMETERS = t`Currently it is not possible to embed queries that contain text parameters.`

const embeddedQuery = (id: number) =>
  queryOptions({ queryKey: ['embeds', id], queryFn: ({ signal }) => call(api.queries.get, { params: { id }, signal }) })

/** One visualization for pages of other sites, authorized by the API key in the URL or, without one, by the session. */
export function EmbedPage() {
  const { queryId, visualizationId } = route.useParams()
  const parts = embedParts(route.useSearch())
  const { allowParametersInEmbeds } = useClientConfig()
  const { data: query, error } = useQuery(embeddedQuery(idIn(queryId)))
  const visualization = query?.visualizations.find(({ id }) => id === idIn(visualizationId))
  usePageTitle(query?.name ?? '')

  if (error !== null) return <EmbedError error={errorText(error)} />
  if (query === undefined)
    return (
      <div className={styles.waiting} role="status">
        <Trans>Loading...</Trans>
      </div>
    )
  if (visualization === undefined) return <EmbedError error={NO_VISUALIZATION} />
  if (!query.is_safe && !allowParametersInEmbeds) return <EmbedError error={TEXT_PARAMETERS} />
  return <EmbeddedVisualization key={visualization.id} query={query} visualization={visualization} parts={parts} />
}

/** An id in the URL. Anything but digits becomes 0, which no record has. */
const idIn = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : 0)

function errorText(error: unknown): string {
  if (hasKey() && isApiError(error, 'unauthenticated')) return WRONG_KEY
  return messageOf(error) ?? t`the query could not be loaded.`
}
