import { Drawer, UnstyledButton } from '@mantine/core'
import { type Definition, titleOf } from '@sightline/domain/parameters/definition.ts'
import { pendingCount, shownValue } from '@sightline/domain/parameters/pending.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ApplyButton } from './ApplyButton.tsx'
import { type OptionsByName, optionsOf } from './options.ts'
import styles from './parameters.module.css'
import { valueText } from './value-text.ts'

interface ParameterChipsProps {
  definitions: readonly Definition[]
  options: OptionsByName
  dateFormat: string
  /** The control of a parameter, for the sheet. */
  field(definition: Definition): ReactNode
  onApply(): void
}

/** In a narrow window: parameters as a row of chips that scrolls, each with a sheet for its control. */
export function ParameterChips({ definitions, options, dateFormat, field, onApply }: ParameterChipsProps) {
  const [openName, setOpenName] = useState<string | null>(null)
  const open = definitions.find(({ name }) => name === openName)
  const pending = pendingCount(definitions)
  const close = () => setOpenName(null)
  return (
    <>
      <div className={styles.chips}>
        {definitions.map((definition) => (
          <UnstyledButton
            key={definition.name}
            className={styles.chip}
            data-pending={definition.pendingValue !== undefined || undefined}
            aria-haspopup="dialog"
            onClick={() => setOpenName(definition.name)}
          >
            {titleOf(definition)}{' '}
            <b>{valueText(definition, shownValue(definition), optionsOf(definition, options), dateFormat) || 'None'}</b>
            <IconChevronDown size={14} stroke={1.75} aria-hidden />
          </UnstyledButton>
        ))}
      </div>
      <ApplyButton count={pending} onApply={onApply} />
      <Drawer
        opened={open !== undefined}
        onClose={close}
        position="bottom"
        title={open && titleOf(open)}
        classNames={{ content: styles.sheetFrame, inner: styles.sheetPlace }}
      >
        <div className={styles.sheet}>
          {open && field(open)}
          <ApplyButton
            count={pending}
            onApply={() => {
              close()
              onApply()
            }}
          />
        </div>
      </Drawer>
    </>
  )
}
