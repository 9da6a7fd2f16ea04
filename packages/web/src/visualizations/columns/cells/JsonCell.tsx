import { Popover, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import styles from './cells.module.css'
import { JsonTree } from './JsonTree.tsx'

/** A JSON value in one line; objects and lists open as a tree. */
export function JsonCell({ value }: { value: unknown }) {
  const [isOpen, setIsOpen] = useState(false)
  if (typeof value !== 'object' || value === null) return <span className={styles.json}>{JSON.stringify(value)}</span>
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" width={360} trapFocus withinPortal>
      <Popover.Target>
        <UnstyledButton className={styles.jsonButton} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {JSON.stringify(value)}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.tree}>
        <JsonTree name={null} value={value} depth={0} />
      </Popover.Dropdown>
    </Popover>
  )
}
