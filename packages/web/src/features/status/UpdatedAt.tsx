import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import styles from './UpdatedAt.module.css'

interface UpdatedAtProps {
  /** The queries of the page. */
  queries: readonly { dataUpdatedAt: number; isFetching: boolean; refetch(): Promise<unknown> }[]
}

/** When the page was last refreshed, and a button to refresh it now. */
export function UpdatedAt({ queries }: UpdatedAtProps) {
  const oldest = Math.min(...queries.map(({ dataUpdatedAt }) => dataUpdatedAt))
  return (
    <span className={styles.root}>
      <Trans>
        Last updated: <TimeAgo date={oldest === 0 ? null : new Date(oldest).toISOString()} />
      </Trans>
      <Tooltip label={t`Refresh now`}>
        <ActionIcon
          aria-label={t`Refresh now`}
          loading={queries.some(({ isFetching }) => isFetching)}
          onClick={() => void Promise.all(queries.map(({ refetch }) => refetch()))}
        >
          <IconRefresh size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </span>
  )
}
