import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { dynamicValues } from '@sightline/domain/parameters/dynamic.ts'
import { IconBolt, IconCheck } from '@tabler/icons-react'
import type { ControlProps } from './control.ts'
import styles from './parameters.module.css'

/** The values of a date that are stored by what they mean, such as today, and become dates when the query runs. */
export function DynamicMenu({
  title,
  definition,
  value,
  onChange,
}: Pick<ControlProps, 'title' | 'definition' | 'value' | 'onChange'>) {
  const values = dynamicValues(definition)
  const isDynamic = values.some(({ key }) => key === value)
  return (
    <Menu position="bottom-end">
      <Tooltip label="Dynamic values">
        <Menu.Target>
          <ActionIcon
            size="xs"
            aria-label={`Dynamic values of ${title}`}
            className={styles.bolt}
            data-on={isDynamic || undefined}
          >
            <IconBolt size={14} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        {values
          .filter(({ key, isOffered }) => isOffered || key === value)
          .map(({ key, label }) => (
            <Menu.RadioItem
              key={key}
              value={key}
              checked={key === value}
              checkIcon={<IconCheck size={14} stroke={2} />}
              closeMenuOnClick
              onChange={onChange}
            >
              {label}
            </Menu.RadioItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
