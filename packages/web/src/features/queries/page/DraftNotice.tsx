import { Button } from '@mantine/core'
import { IconPencilExclamation } from '@tabler/icons-react'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import styles from './DraftNotice.module.css'
import type { KeptDrafts } from './use-kept-draft.ts'

interface DraftNoticeProps {
  kept: KeptDrafts
  /** Otherwise there is no text to put it into, and it can be copied. */
  mayEdit: boolean
}

/** Offers what was not saved in an earlier page. */
export function DraftNotice({ kept: { offered, restore, discard }, mayEdit }: DraftNoticeProps) {
  if (offered === null) return null
  return (
    <div className={styles.root}>
      <Notice icon={<IconPencilExclamation size={16} stroke={1.75} />}>
        <div className={styles.line}>
          <span className={styles.text}>
            You have changes from <TimeAgo date={offered.kept_at} /> that were not saved.
            {mayEdit && offered.isOutdated && ' The query has been saved since.'}
            {!mayEdit && ' You can no longer change the query; copy them, to go on elsewhere.'}
          </span>
          <span className={styles.actions}>
            {mayEdit ? (
              <Button size="xs" variant="default" onClick={restore}>
                Restore
              </Button>
            ) : (
              <CopyButton text={offered.draft.text} />
            )}
            <Button size="xs" variant="subtle" onClick={discard}>
              Discard
            </Button>
          </span>
        </div>
      </Notice>
    </div>
  )
}
