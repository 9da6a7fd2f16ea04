import { api } from '@sightline/contract/api.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { hasKey } from '../../api/credentials.ts'
import { isApiError, messageOf } from '../../api/error.ts'
import { usePageTitle } from '../../app/page-hooks.ts'
import { useClientConfig } from '../../app/session.ts'
import { partsOf } from './address.ts'
import { EmbeddedVisualization } from './EmbeddedVisualization.tsx'
import { EmbedError } from './EmbedError.tsx'
import styles from './EmbedPage.module.css'

const route = getRouteApi('/visitor/embed/query/$queryId/visualization/$visualizationId')

const WRONG_KEY = 'the key in this address is unknown, or has been replaced by another one.'
const NO_VISUALIZATION = 'this query has no such visualization.'
const TEXT_PARAMETERS = 'Currently it is not possible to embed queries that contain text parameters.'

const embeddedQuery = (id: number) =>
  queryOptions({ queryKey: ['embeds', id], queryFn: ({ signal }) => call(api.queries.get, { params: { id }, signal }) })

/** One visualization, for pages of other sites: opened by the key in its address, or by a session where there is none. */
export function EmbedPage() {
  const { queryId, visualizationId } = route.useParams()
  const parts = partsOf(route.useSearch())
  const { allowParametersInEmbeds } = useClientConfig()
  const { data: query, error } = useQuery(embeddedQuery(numberIn(queryId)))
  const visualization = query?.visualizations.find(({ id }) => id === numberIn(visualizationId))
  usePageTitle(query?.name ?? '')

  if (error !== null) return <EmbedError error={wordsFor(error)} />
  if (query === undefined)
    return (
      <div className={styles.waiting} role="status">
        Loading...
      </div>
    )
  if (visualization === undefined) return <EmbedError error={NO_VISUALIZATION} />
  if (!query.is_safe && !allowParametersInEmbeds) return <EmbedError error={TEXT_PARAMETERS} />
  return <EmbeddedVisualization key={visualization.id} query={query} visualization={visualization} parts={parts} />
}

/** Addresses with anything but digits find nothing, like ids that do not exist. */
const numberIn = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : 0)

function wordsFor(error: unknown): string {
  if (hasKey() && isApiError(error, 'unauthenticated')) return WRONG_KEY
  return messageOf(error) ?? 'the query could not be loaded.'
}
