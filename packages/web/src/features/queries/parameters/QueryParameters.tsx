import { t } from '@lingui/core/macro'
import { ActionIcon, Popover, Tooltip, VisuallyHidden } from '@mantine/core'
import {
  type Definition,
  isPassedAsValue,
  type ParameterType,
  titleOf,
  typeOf,
} from '@sightline/domain/parameters/definition.ts'
import { IconAdjustmentsHorizontal, IconSettings } from '@tabler/icons-react'
import { type PointerEvent, useState } from 'react'
import { useSession } from '../../../app/session.ts'
import { MoveHandle } from '../../../ui/MoveHandle.tsx'
import { ParametersBar } from '../../../ui/parameters/ParametersBar.tsx'
import styles from './QueryParameters.module.css'
import type { Parameters } from './use-parameters.ts'

interface QueryParametersProps {
  parameters: Parameters
  place: 'bar' | 'canvas'
  /** Opens the settings of a parameter; null if they cannot be changed. */
  onEdit: ((definition: Definition) => void) | null
  onApply(): void
}

/** The parameters of a query above its result. */
export function QueryParameters({ parameters, place, onEdit, onApply }: QueryParametersProps) {
  const { definitions, options, set } = parameters
  const { dateFormat } = useSession().client_config
  if (definitions.length === 0) return null
  return (
    <ParametersBar
      definitions={definitions}
      options={options}
      dateFormat={dateFormat}
      place={place}
      onChange={(changed) => set((now) => now.map((each) => (each.name === changed.name ? changed : each)))}
      onApply={onApply}
    >
      {onEdit !== null && (
        <ParameterSettings
          definitions={definitions}
          onMove={(name, to) => set((now) => moved(now, name, to))}
          onEdit={onEdit}
        />
      )}
    </ParametersBar>
  )
}

/** Moves one of the parameters to a 0-based index. */
export function moved(definitions: readonly Definition[], name: string, to: number): readonly Definition[] {
  const one = definitions.filter((definition) => definition.name === name)
  return definitions.filter((definition) => definition.name !== name).toSpliced(to, 0, ...one)
}

interface ParameterSettingsProps {
  definitions: readonly Definition[]
  /** @param to 0-based index */
  onMove(name: string, to: number): void
  onEdit(definition: Definition): void
}

/** A list to reorder the parameters, by dragging or with the arrow keys, and to open their settings. */
function ParameterSettings({ definitions, onMove, onEdit }: ParameterSettingsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const [dragged, setDragged] = useState<Definition['name'] | null>(null)
  const move = (definition: Definition, to: number) => {
    if (to < 0 || to >= definitions.length || definitions[to] === definition) return
    onMove(definition.name, to)
    setAnnouncement(t`${titleOf(definition)} is now ${to + 1} of ${definitions.length}.`)
  }
  const drag = ({ currentTarget: list, clientY }: PointerEvent<HTMLElement>) => {
    const definition = definitions.find(({ name }) => name === dragged)
    if (!definition) return
    // The dragged row takes the index of the row below the pointer; past the end of the list, the last index.
    const at = [...list.children].findIndex((row) => clientY < row.getBoundingClientRect().bottom)
    move(definition, at === -1 ? definitions.length - 1 : at)
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus>
      <Tooltip label={t`Parameter settings`}>
        <Popover.Target>
          <ActionIcon aria-label={t`Parameter settings`} onClick={() => setIsOpen((now) => !now)}>
            <IconAdjustmentsHorizontal size={16} stroke={1.75} />
          </ActionIcon>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown className={styles.dropdown} aria-label={t`Parameter settings`}>
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
              count={definitions.length}
              onMove={(to) => move(definition, to)}
              onGrab={() => setDragged(definition.name)}
              onEdit={() => {
                setIsOpen(false)
                onEdit(definition)
              }}
            />
          ))}
        </ul>
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The type, and whether a text is passed as a value. */
function typeText(definition: Definition): string {
  const type = typeNames.get(typeOf(definition)) ?? typeOf(definition)
  return isPassedAsValue(definition) ? t`${type}, as a value` : type
}

interface RowProps {
  definition: Definition
  index: number
  /** The number of parameters. */
  count: number
  onMove(to: number): void
  onGrab(): void
  onEdit(): void
}

function Row({ definition, index, count, onMove, onGrab, onEdit }: RowProps) {
  const title = titleOf(definition)
  return (
    <li className={styles.row}>
      <MoveHandle
        label={t`Move ${title}`}
        className={styles.grip}
        isFirst={index === 0}
        isLast={index === count - 1}
        onGrab={onGrab}
        onStep={(by) => onMove(index + by)}
      />
      <span className={styles.title}>{title}</span>
      <span className={styles.type}>{typeText(definition)}</span>
      <ActionIcon size="sm" aria-label={t`Settings of ${title}`} onClick={onEdit}>
        <IconSettings size={14} stroke={1.75} />
      </ActionIcon>
    </li>
  )
}

const names: Record<ParameterType | 'text-pattern', string> = {
  text: t`Text`,
  number: t`Number`,
  enum: t`Dropdown list`,
  query: t`Dropdown from a query`,
  identifier: t`Table or column`,
  date: t`Date`,
  'datetime-local': t`Date and time`,
  'datetime-with-seconds': t`Date and time with seconds`,
  'date-range': t`Date range`,
  'datetime-range': t`Date and time range`,
  'datetime-range-with-seconds': t`Date and time range with seconds`,
  'text-pattern': t`Text of a pattern`,
}

/** The labels of the parameter types. */
export const typeNames: ReadonlyMap<string, string> = new Map(Object.entries(names))
