import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Radio, Stack } from '@mantine/core'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { countText } from '@sightline/domain/format/units.ts'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { coverageText } from './coverage.ts'
import styles from './RunTargetDialog.module.css'
import type { RunTarget, RunTargets } from './run-targets.ts'

interface RunTargetDialogProps {
  /** The chosen action, as in the menu. */
  title: string
  targets: RunTargets
  queryName: string
  /** The explored result. */
  result: ResultWindow['result']
  isGrouped: boolean
  /** Whether the order is that of texts. */
  sortsTexts: boolean
  onChoose(target: RunTarget): void
  onClose(): void
}

/** Asks where the query of an exploration shall run: on the table of the data source, or on the stored result. */
export function RunTargetDialog(props: RunTargetDialogProps) {
  const { title, targets, queryName, result, isGrouped, sortsTexts, onChoose, onClose } = props
  const { table, stored, storedReason } = targets
  const onTable = table !== null && table.built.sql !== null ? { source: table.source, sql: table.built.sql } : null
  const [choice, setChoice] = useState<string>(onTable === null ? 'stored' : 'table')
  const target = choice === 'table' ? onTable : stored
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (target !== null) onChoose(target)
  }
  return (
    <Dialog opened onClose={onClose} title={title} size={640}>
      <form onSubmit={submit}>
        <Radio.Group label={t`The query runs`} value={choice} onChange={setChoice}>
          <Stack gap={12} mt={8}>
            {table !== null && (
              <Radio
                value="table"
                label={t`On the data source ${table.source.name}`}
                description={
                  table.built.sql === null ? table.built.reason : coverageText(table.built, result, isGrouped, sortsTexts)
                }
                disabled={table.built.sql === null}
                data-autofocus={onTable !== null || undefined}
              />
            )}
            <Radio
              value="stored"
              label={t`On the stored result`}
              description={
                storedReason ??
                t`Reads the latest result of “${queryName}”, ${countText(result.row_count, 'row')} now. It changes only when that query runs.`
              }
              disabled={stored === null}
              data-autofocus={onTable === null || undefined}
            />
          </Stack>
        </Radio.Group>
        {target !== null && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard.
          <pre className={styles.sql} tabIndex={0}>
            {target.sql}
          </pre>
        )}
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={target === null}>
            {title}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
