import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './EditorTabs.module.css'

export interface EditorTab {
  name: string
  content: ReactNode
}

/** Mantine makes ids of the values, and an id with a space cannot be referred to. */
const idOf = (name: string) => name.replaceAll(' ', '-')

/** The option tabs of a visualization; each has its own scroll position. */
export function EditorTabs({ tabs }: { tabs: readonly EditorTab[] }) {
  return (
    <Tabs defaultValue={idOf(tabs[0]?.name ?? '')} keepMounted={false} className={styles.tabs}>
      <Tabs.List className={styles.list}>
        {tabs.map(({ name }) => (
          <Tabs.Tab key={name} value={idOf(name)} className={styles.tab}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Panel key={name} value={idOf(name)} className={styles.panel}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Two short fields in one row. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>

/** A heading above a group of fields. */
export const FieldGroup = ({ title }: { title: string }) => <h3 className={styles.group}>{title}</h3>

export const FieldRule = () => <hr className={styles.rule} />
