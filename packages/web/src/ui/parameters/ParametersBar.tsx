import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { pendingCount } from '@sightline/domain/parameters/pending.ts'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { ApplyButton } from './ApplyButton.tsx'
import type { OptionsByName } from './options.ts'
import { ParameterChips } from './ParameterChips.tsx'
import { ParameterField } from './ParameterField.tsx'
import styles from './parameters.module.css'

interface ParametersBarProps {
  definitions: readonly Definition[]
  /** Of the dropdowns that are filled by queries. */
  options: OptionsByName
  /** `dateFormat` of the client config. */
  dateFormat: string
  /** In a bar of its own between other panes, on the canvas of a page, or within something small that gives it its place. */
  place: 'bar' | 'canvas' | 'plain'
  /** Told what a parameter is after something was typed or chosen: it holds that as pending. */
  onChange(definition: Definition): void
  onApply(): void
  /** What stands at the right end. */
  children?: ReactNode
}

/** The parameters with their values. What is typed is held until it is applied, by the button or by Enter with Ctrl, Alt or ⌘. */
export function ParametersBar({ definitions, options, dateFormat, place, onChange, onApply, children }: ParametersBarProps) {
  const bar = useRef<HTMLElement>(null)
  const isNarrow = useMediaQuery('(max-width: 800px)', false, { getInitialValueInEffect: false })
  const [wasApplied, setWasApplied] = useState(false)
  const pending = pendingCount(definitions)
  const apply = () => {
    setWasApplied(true)
    // The button goes away with what it applies.
    if (document.activeElement instanceof HTMLButtonElement && bar.current?.contains(document.activeElement))
      bar.current.focus()
    onApply()
  }
  // Before the controls see it: to them Enter is an option that is chosen.
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
