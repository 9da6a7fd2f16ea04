import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from './Dialog.tsx'
import { SearchBox } from './SearchBox.tsx'
import styles from './SelectItemsDialog.module.css'

export interface SelectableItem {
  id: number
  name: string
  /** Shown before the name. */
  icon?: ReactNode
  /** Below the name. */
  details?: string
  /** Already added, so it cannot be selected. */
  isTaken: boolean
}

interface SelectItemsDialogProps {
  title: string
  /** Placeholder of the search box. */
  searchLabel: string
  /** Shown after items that are already added. */
  takenLabel: string
  /** Items that match the search; undefined while loading. */
  items: readonly SelectableItem[] | undefined
  term: string
  onSearch(term: string): void
  /** Gets all items selected in any search; the dialog closes when the promise resolves. */
  onSave(ids: number[]): Promise<void>
  onClose(): void
}

/** A dialog that searches for items and selects several of them. */
export function SelectItemsDialog(props: SelectItemsDialogProps) {
  const { title, searchLabel, takenLabel, items, term, onSearch, onSave, onClose } = props
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [isSaving, setIsSaving] = useState(false)

  const toggle = (id: number) =>
    setSelected((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const save = async () => {
    setIsSaving(true)
    await onSave([...selected])
    onClose()
  }

  return (
    <Dialog opened onClose={onClose} title={title} size={520}>
      <SearchBox value={term} placeholder={searchLabel} onSearch={onSearch} />
      <ul className={styles.list} aria-label={title}>
        {items?.map(({ id, name, icon, details, isTaken }) => (
          <li key={id}>
            <Checkbox
              classNames={{ root: styles.item, body: styles.body, labelWrapper: styles.text }}
              checked={isTaken || selected.has(id)}
              disabled={isTaken}
              onChange={() => toggle(id)}
              label={
                <span className={styles.label}>
                  {icon}
                  <span className={styles.text}>
                    <span className={styles.name}>{name}</span>
                    {details !== undefined && <span className={styles.details}>{details}</span>}
                  </span>
                  {isTaken && <span className={styles.details}>{takenLabel}</span>}
                </span>
              }
            />
          </li>
        ))}
        {items?.length === 0 && (
          <li className={styles.nothing}>
            <Trans>Sorry, we couldn't find anything.</Trans>
          </li>
        )}
      </ul>
      <div className={styles.footer}>
        <span className={styles.count}>{selected.size === 0 ? '' : t`${selected.size} selected`}</span>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button loading={isSaving} disabled={selected.size === 0 || isSaving} onClick={() => void save()}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </Dialog>
  )
}
