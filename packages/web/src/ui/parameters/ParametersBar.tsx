import { Button, Drawer, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type Definition, titleOf } from '@sightline/domain/parameters/definition.ts'
import { pendingCount, shownValue } from '@sightline/domain/parameters/pending.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { ButtonKey, keyName } from '../keyboard.tsx'
import { emptyText, type OptionsByName, optionsOf, valueText } from './options.ts'
import { ParameterField } from './ParameterField.tsx'
import styles from './parameters.module.css'

interface ParametersBarProps {
  definitions: readonly Definition[]
  /** The options of query-based dropdowns. */
  options: OptionsByName
  /** `dateFormat` of the client config. */
  dateFormat: string
  /** A bar between panes, on the canvas of a page, or plain inside another component. */
  place: 'bar' | 'canvas' | 'plain'
  /** Gets a parameter with its new pending value. */
  onChange(definition: Definition): void
  onApply(): void
  /** Shown at the right end. */
  children?: ReactNode
}

/** The parameters with their controls. Values are pending until they are applied, by the button or by Enter with Ctrl, Alt or ⌘. */
export function ParametersBar({ definitions, options, dateFormat, place, onChange, onApply, children }: ParametersBarProps) {
  const bar = useRef<HTMLElement>(null)
  const isNarrow = useMediaQuery('(max-width: 800px)', false, { getInitialValueInEffect: false })
  const [wasApplied, setWasApplied] = useState(false)
  const pending = pendingCount(definitions)
  const apply = () => {
    setWasApplied(true)
    // The button disappears once everything is applied, so the focus moves to the bar.
    if (document.activeElement instanceof HTMLButtonElement && bar.current?.contains(document.activeElement))
      bar.current.focus()
    onApply()
  }
  // In the capture phase, because the controls take Enter as choosing an option.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey || event.altKey) || pending === 0) return
    event.preventDefault()
    event.stopPropagation()
    apply()
  }
  const field = (definition: Definition) => (
    <ParameterField
      key={definition.name}
      definition={definition}
      options={options}
      dateFormat={dateFormat}
      size={place === 'canvas' ? 'md' : 'sm'}
      onChange={onChange}
    />
  )
  const button = <ApplyButton count={pending} onApply={apply} />
  return (
    <section
      ref={bar}
      className={styles.bar}
      data-place={place}
      aria-label="Parameters"
      tabIndex={-1}
      onKeyDownCapture={onKeyDownCapture}
    >
      {isNarrow ? (
        <ParameterChips definitions={definitions} options={options} dateFormat={dateFormat} field={field} onApply={apply} />
      ) : (
        <div className={styles.fields}>
          {definitions.map(field)}
          {button}
        </div>
      )}
      {children}
      <VisuallyHidden role="status">{statusText(pending, wasApplied)}</VisuallyHidden>
    </section>
  )
}

function statusText(pending: number, wasApplied: boolean): string {
  if (pending > 0) return `${pending} changed ${pending === 1 ? 'value is' : 'values are'} not applied yet.`
  return wasApplied ? 'The parameter values are applied.' : ''
}

interface ParameterChipsProps {
  definitions: readonly Definition[]
  options: OptionsByName
  dateFormat: string
  /** Renders the control of a parameter in the sheet. */
  field(definition: Definition): ReactNode
  onApply(): void
}

/** For narrow windows: a scrolling row of chips, each of which opens a sheet with the control of its parameter. */
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
            <b>
              {valueText(definition, shownValue(definition), optionsOf(definition, options), dateFormat) ||
                emptyText(definition)}
            </b>
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

interface ApplyButtonProps {
  /** Number of pending values. */
  count: number
  onApply(): void
}

/** The button that applies pending values; nothing if there are none. */
export function ApplyButton({ count, onApply }: ApplyButtonProps) {
  if (count === 0) return null
  return (
    <Button
      className={styles.apply}
      variant="light"
      size="sm"
      rightSection={<ButtonKey>{keyName('Ctrl')} ↵</ButtonKey>}
      onClick={onApply}
    >
      Apply Changes
      <span className={styles.badge}>{count}</span>
    </Button>
  )
}
