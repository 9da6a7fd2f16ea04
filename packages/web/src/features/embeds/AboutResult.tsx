import type { Query } from '@sightline/contract/queries.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { pathTo } from '../../api/address.ts'
import { queryPath } from '../../app/query-place.ts'
import type { WholeResult } from '../../results/run-saved-query.ts'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { downloadUrl } from '../executions/api.ts'
import styles from './EmbedPage.module.css'

interface AboutResultProps {
  query: Query
  visualization: Visualization
  /** The query's parameters, with the values of the result. */
  definitions: readonly Definition[]
  /** undefined while there is none. */
  result: WholeResult | undefined
  isTimestampShown: boolean
  isLinkShown: boolean
}

const files = [
  { fileType: 'csv', name: 'CSV' },
  { fileType: 'xlsx', name: 'Excel' },
] as const

/** One line: how old the result is, the result as a file, and the way to the query. The key goes with files, and never with the way. */
export function AboutResult({ query, visualization, definitions, result, isTimestampShown, isLinkShown }: AboutResultProps) {
  const resultId = result?.id ?? null
  if (!isTimestampShown && !isLinkShown && resultId === null) return null
  return (
    <div className={styles.about}>
      {isTimestampShown && result !== undefined && (
        <span>
          Updated <TimeAgo date={result.retrieved_at} />
        </span>
      )}
      {resultId !== null &&
        files.map(({ fileType, name }) => (
          <a
            key={fileType}
            className={styles.link}
            href={downloadUrl(query.id, resultId, { fileType })}
            download
            aria-label={`Download as ${name} File`}
          >
            {name}
          </a>
        ))}
      {isLinkShown && (
        <a
          className={styles.link}
          href={pathTo(queryPath(query.id, visualization.id, definitions))}
          target="_blank"
          rel="noopener noreferrer"
        >
          View Query
          <IconExternalLink size={12} stroke={1.75} aria-hidden />
        </a>
      )}
    </div>
  )
}
