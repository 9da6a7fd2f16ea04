import { ActionIcon, Popover, Tooltip, VisuallyHidden } from '@mantine/core'
import { type Definition, titleOf } from '@sightline/domain/parameters/definition.ts'
import { IconAdjustmentsHorizontal, IconGripVertical, IconSettings } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
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
  const [dragged, setDragged] = useState<Definition['name'] | null>(null)
  const move = (definition: Definition, to: number) => {
    if (to < 0 || to >= definitions.length || definitions[to] === definition) return
    onMove(definition.name, to)
    setTold(`${titleOf(definition)} is now ${to + 1} of ${definitions.length}.`)
  }
  const drag = ({ currentTarget: list, clientY }: PointerEvent<HTMLElement>) => {
    const definition = definitions.find(({ name }) => name === dragged)
    if (!definition) return
    // The row takes the place of the one above which it is held; past the end of the list, the last one.
    const at = [...list.children].findIndex((row) => clientY < row.getBoundingClientRect().bottom)
    move(definition, at === -1 ? definitions.length - 1 : at)
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus>
      <Tooltip label="Parameter settings">
        <Popover.Target>
          <ActionIcon aria-label="Parameter settings" onClick={() => setIsOpen((now) => !now)}>
            <IconAdjustmentsHorizontal size={16} stroke={1.75} />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown className={styles.dropdown} aria-label="Parameter settings">
        <ul
          className={styles.list}
          data-dragging={dragged !== null || undefined}
          onPointerMove={drag}
          onLostPointerCapture={() => setDragged(null)}
        >
          {definitions.map((definition, index) => (
            <Row
              key={definition.name}
              definition={definition}
              index={index}
              onMove={(to) => move(definition, to)}
              onGrab={() => setDragged(definition.name)}
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
  onGrab(): void
  onEdit(): void
}

function Row({ definition, index, onMove, onGrab, onEdit }: RowProps) {
  const title = titleOf(definition)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    onMove(index + step)
  }
  const onPointerDown = ({ currentTarget, pointerId }: PointerEvent) => {
    // By the list, not by the grip: a row that comes to another place would lose what it has caught.
    currentTarget.closest('ul')?.setPointerCapture(pointerId)
    onGrab()
  }
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.grip}
        aria-label={`Move ${title}`}
        aria-keyshortcuts="ArrowUp ArrowDown"
        title="Drag, or use the arrow keys"
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
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
