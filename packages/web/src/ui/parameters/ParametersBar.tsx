import { plural, t } from '@lingui/core/macro'
import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { isUnreadable, pendingCount } from '@sightline/domain/parameters/pending.ts'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { ApplyButton } from './ApplyButton.tsx'
import { AS_SHEETS } from './as-sheets.ts'
import type { OptionsByName } from './options.ts'
import { ParameterChips } from './ParameterChips.tsx'
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

/**
 * The parameters with their controls. Values are pending until they are applied: by the button, by Enter with Ctrl, Alt or ⌘, or by
 * Enter alone in a field that has no other use for it.
 */
export function ParametersBar({ definitions, options, dateFormat, place, onChange, onApply, children }: ParametersBarProps) {
  const bar = useRef<HTMLElement>(null)
  const isNarrow = useMediaQuery(AS_SHEETS, false, { getInitialValueInEffect: false })
  const [wasApplied, setWasApplied] = useState(false)
  const [openName, setOpenName] = useState<string | null>(null)
  const pending = pendingCount(definitions)
  const apply = () => {
    // The query would run with another value than the one that is shown.
    if (definitions.some(isUnreadable)) return bar.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    setWasApplied(true)
    setOpenName(null)
    // The button disappears once everything is applied, so the focus moves to the bar.
    if (document.activeElement instanceof HTMLButtonElement && bar.current?.contains(document.activeElement))
      bar.current.focus()
    onApply()
  }
  // In the capture phase, because the controls take Enter as choosing an option.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || pending === 0) return
    if (!(event.ctrlKey || event.metaKey || event.altKey || isPlainEnter(event))) return
    event.preventDefault()
    // The field itself then says why its text is not applied.
    if (!definitions.some(isUnreadable)) event.stopPropagation()
    apply()
  }
  return (
    <section
      ref={bar}
      className={styles.bar}
      data-place={place}
      aria-label={t`Parameters`}
      tabIndex={-1}
      onKeyDownCapture={onKeyDownCapture}
    >
      {isNarrow ? (
        <ParameterChips
          definitions={definitions}
          options={options}
          dateFormat={dateFormat}
          openName={openName}
          onOpen={setOpenName}
          onChange={onChange}
          onApply={apply}
        />
      ) : (
        <div className={styles.fields}>
          {definitions.map((definition) => (
            <ParameterField
              key={definition.name}
              definition={definition}
              options={options}
              dateFormat={dateFormat}
              size={place === 'canvas' ? 'md' : 'sm'}
              onChange={onChange}
            />
          ))}
          {pending > 0 && <ApplyButton count={pending} onApply={apply} />}
        </div>
      )}
      {children}
      <VisuallyHidden role="status">{statusText(pending, wasApplied)}</VisuallyHidden>
    </section>
  )
}

/** Whether Enter was pressed in a text or a number, and not to choose a word of an input method. */
const isPlainEnter = ({ target, shiftKey, nativeEvent }: KeyboardEvent) =>
  target instanceof HTMLInputElement && 'enterApplies' in target.dataset && !shiftKey && !nativeEvent.isComposing

function statusText(pending: number, wasApplied: boolean): string {
  if (pending > 0) {
    return plural(pending, { one: '# changed value is not applied yet.', other: '# changed values are not applied yet.' })
  }
  return wasApplied ? t`The parameter values are applied.` : ''
}
