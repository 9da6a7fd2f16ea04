import type { QueryVersion } from '@sightline/contract/query-history.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import choices from '../../../ui/ChoiceList.module.css'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import { changesText } from './changes-text.ts'
import styles from './VersionHistoryDialog.module.css'

interface VersionListProps {
  /** Newest first. */
  versions: readonly QueryVersion[]
  selected: QueryVersion
  onSelect(version: QueryVersion): void
}

/** Who saved what and when, to choose from. */
export function VersionList({ versions, selected, onSelect }: VersionListProps) {
  return (
    <ol className={`${choices.list} ${styles.list}`} aria-label="Versions">
      {versions.map((version) => (
        <li key={version.version}>
          <button
            type="button"
            className={`${choices.choice} ${styles.version}`}
            aria-pressed={version === selected}
            onClick={() => onSelect(version)}
          >
            <Avatar id={version.user.id} name={version.user.name} profile_image_url={version.user.profile_image_url} />
            <span className={styles.words}>
              <span>
                <b>Version {version.version}</b> <TimeAgo date={version.saved_at} />
              </span>
              <span className={styles.details}>
                {version.user.name} · {changesText(version.changes)}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
