import { Menu, UnstyledButton } from '@mantine/core'
import { IconFilter, IconGripVertical } from '@tabler/icons-react'
import styles from './Arrangement.module.css'
import type { Zone } from './arrangement.ts'
import type { useAttributeDrag } from './use-attribute-drag.ts'

/** A value of a column that can be excluded. */
export interface FilterValue {
  /** The stored form of the value. */
  text: string
  label: string
  isShown: boolean
}

export const zoneNames: Record<Zone, string> = { unused: 'Not used', rows: 'Rows', cols: 'Columns' }
const zones: readonly Zone[] = ['rows', 'cols', 'unused']

interface AttributeChipProps {
  name: string
  zone: Zone
  place: number
  /** Number of columns in the zone. */
  count: number
  values: readonly FilterValue[]
  isDragged: boolean
  handlers: ReturnType<ReturnType<typeof useAttributeDrag>['handlersOf']>
  onPlace(zone: Zone, place: number): void
  onToggle(text: string): void
}

/** A column that can be dragged to another zone, or moved and filtered from its menu. */
export function AttributeChip({
  name,
  zone,
  place,
  count,
  values,
  isDragged,
  handlers,
  onPlace,
  onToggle,
}: AttributeChipProps) {
  const isFiltered = values.some(({ isShown }) => !isShown)
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <UnstyledButton
          className={styles.chip}
          data-attribute={name}
          data-dragged={isDragged || undefined}
          aria-label={`${name}, ${zoneNames[zone]}${isFiltered ? ', filtered' : ''}`}
          {...handlers}
        >
          <IconGripVertical size={12} stroke={1.75} aria-hidden />
          <span className={styles.chipName}>{name}</span>
          {isFiltered && <IconFilter size={12} stroke={1.75} aria-hidden />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {zones
          .filter((other) => other !== zone)
          .map((other) => (
            <Menu.Item key={other} onClick={() => onPlace(other, Number.POSITIVE_INFINITY)}>
              {other === 'unused' ? 'Do not use' : `Move to ${zoneNames[other]}`}
            </Menu.Item>
          ))}
        {zone !== 'unused' && place > 0 && <Menu.Item onClick={() => onPlace(zone, place - 1)}>Move earlier</Menu.Item>}
        {zone !== 'unused' && place < count - 1 && <Menu.Item onClick={() => onPlace(zone, place + 1)}>Move later</Menu.Item>}
        {values.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>Values</Menu.Label>
            <div className={styles.values}>
              {values.map(({ text, label, isShown }) => (
                <Menu.CheckboxItem key={text} checked={isShown} onChange={() => onToggle(text)}>
                  {label}
                </Menu.CheckboxItem>
              ))}
            </div>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
