import { Button, Menu } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { dialectTitle } from '../../../editor/quoted-name.ts'

interface DialectMenuProps {
  /** What can be chosen. */
  dialects: readonly string[]
  dialect: string
  isDisabled: boolean
  onChoose(dialect: string): void
}

/** The dialect of SQL that a query is in, where its data source reads more than one. */
export function DialectMenu({ dialects, dialect, isDisabled, onChoose }: DialectMenuProps) {
  const title = dialectTitle(dialect)
  return (
    <Menu position="top-start" width={180} checkIcon={<IconCheck size={14} stroke={1.75} />} alignItemsLabels="with-indicators">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={`SQL dialect: ${title}`}
          disabled={isDisabled}
          rightSection={<IconChevronDown size={14} stroke={1.75} />}
        >
          {title}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={dialect} onChange={onChoose}>
          {dialects.map((each) => (
            <Menu.RadioItem key={each} value={each} closeMenuOnClick>
              {dialectTitle(each)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
