import type { Query } from '@sightline/contract/queries.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { pathTo } from '../../api/address.ts'
import type { WholeResult } from '../../results/whole-result.ts'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { downloadAddress } from '../executions/api.ts'
import styles from './EmbedPage.module.css'

interface AboutResultProps {
  query: Query
  visualization: Visualization
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
export function AboutResult({ query, visualization, result, isTimestampShown, isLinkShown }: AboutResultProps) {
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
            href={downloadAddress(query.id, resultId, { fileType })}
            download
            aria-label={`Download as ${name} File`}
          >
            {name}
          </a>
        ))}
      {isLinkShown && (
        <a
          className={styles.link}
          href={pathTo(`/queries/${query.id}#${visualization.id}`)}
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
