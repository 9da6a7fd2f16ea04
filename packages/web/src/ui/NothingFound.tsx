import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconHash, IconSearch } from '@tabler/icons-react'
import { EmptyState } from './EmptyState.tsx'
import styles from './NothingFound.module.css'
import { Tag } from './Tag.tsx'

/** The empty state of a search. */
export function NothingFound({ onClear }: { onClear(): void }) {
  return (
    <EmptyState
      icon={<IconSearch size={20} stroke={1.75} />}
      title={t`Sorry, we couldn't find anything.`}
      action={
        <Button variant="default" size="sm" onClick={onClear}>
          <Trans>Clear search</Trans>
        </Button>
      }
    />
  )
}

/** The empty state of a filter by tags. */
export function NothingTagged({ what, tags }: { what: 'queries' | 'dashboards'; tags: string[] }) {
  return (
    <EmptyState
      icon={<IconHash size={20} stroke={1.75} />}
      title={
        <span className={styles.sentence}>
          <Trans>No {what} found tagged with</Trans>{' '}
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
          .
        </span>
      }
    />
  )
}
