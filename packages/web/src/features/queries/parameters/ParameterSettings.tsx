import { ActionIcon, Popover, Tooltip, VisuallyHidden } from '@mantine/core'
import { type Definition, titleOf } from '@sightline/domain/parameters/definition.ts'
import { IconAdjustmentsHorizontal, IconGripVertical, IconSettings } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import styles from './ParameterSettings.module.css'
import { typeNames } from './type-names.ts'

interface ParameterSettingsProps {
  definitions: readonly Definition[]
  /** Told that a parameter now stands at another place, counted from 0. */
  onMove(name: string, to: number): void
  onEdit(definition: Definition): void
}

/** The parameters as a list in which they are put in order, by dragging or with the arrow keys, and their settings are opened. */
export function ParameterSettings({ definitions, onMove, onEdit }: ParameterSettingsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [told, setTold] = useState('')
  const move = (definition: Definition, to: number) => {
    if (to < 0 || to >= definitions.length || definitions[to] === definition) return
    onMove(definition.name, to)
    setTold(`${titleOf(definition)} is now ${to + 1} of ${definitions.length}.`)
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus>
      <Popover.Target>
        <Tooltip label="Parameter settings">
          <ActionIcon aria-label="Parameter settings" onClick={() => setIsOpen((now) => !now)}>
            <IconAdjustmentsHorizontal size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} aria-label="Parameter settings">
        <ul className={styles.list}>
          {definitions.map((definition, index) => (
            <Row
              key={definition.name}
              definition={definition}
              index={index}
              onMove={(to) => move(definition, to)}
              onEdit={() => {
                setIsOpen(false)
                onEdit(definition)
              }}
            />
          ))}
        </ul>
        <VisuallyHidden role="status">{told}</VisuallyHidden>
      </Popover.Dropdown>
    </Popover>
  )
}

interface RowProps {
  definition: Definition
  index: number
  onMove(to: number): void
  onEdit(): void
}

function Row({ definition, index, onMove, onEdit }: RowProps) {
  const row = useRef<HTMLLIElement>(null)
  const title = titleOf(definition)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    onMove(index + step)
  }
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    const list = row.current?.parentElement
    if (!list || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    // The row takes the place of the one above which it is held.
    const at = [...list.children].findIndex((other) => {
      const { top, bottom } = other.getBoundingClientRect()
      return event.clientY >= top && event.clientY < bottom
    })
    if (at !== -1) onMove(at)
  }
  return (
    <li ref={row} className={styles.row}>
      <button
        type="button"
        className={styles.grip}
        aria-label={`Move ${title}`}
        aria-keyshortcuts="ArrowUp ArrowDown"
        title="Drag, or use the arrow keys"
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
      >
        <IconGripVertical size={14} stroke={1.75} aria-hidden />
      </button>
      <span className={styles.title}>{title}</span>
      <span className={styles.type}>{typeNames.get(definition.type ?? 'text') ?? definition.type}</span>
      <ActionIcon size="sm" aria-label={`Settings of ${title}`} onClick={onEdit}>
        <IconSettings size={14} stroke={1.75} />
      </ActionIcon>
    </li>
  )
}
