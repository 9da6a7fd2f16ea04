import type { AuditEntry } from '@sightline/contract/audit.ts'
import dayjs from 'dayjs'
import { useSession } from '../../app/session.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './AuditPage.module.css'
import { actionTexts, detailLines, objectText } from './entry-text.ts'

/** All that is known of one entry. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose(): void }) {
  const { dateTimeFormat } = useSession().client_config
  const facts = [
    { name: 'When', value: dayjs(entry.created_at).format(dateTimeFormat) },
    { name: 'Who', value: whoText(entry) },
    { name: 'Object', value: objectText(entry) },
    ...detailLines(entry),
    { name: 'Address', value: entry.ip ?? '' },
    { name: 'Program', value: entry.user_agent ?? '' },
  ]
  return (
    <Dialog opened onClose={onClose} title={actionTexts[entry.action]} size={560}>
      <dl className={styles.facts}>
        {facts
          .filter(({ value }) => value !== '')
          .map(({ name, value }) => (
            <Fact key={name} name={name} value={value} />
          ))}
      </dl>
    </Dialog>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

function whoText({ actor }: AuditEntry): string {
  if (actor === null) return 'Unknown'
  return actor.id === null ? actor.name : `${actor.name} (user ${actor.id})`
}
