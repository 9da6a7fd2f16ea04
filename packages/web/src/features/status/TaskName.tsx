import { taskText } from '@sightline/domain/task-names.ts'
import styles from './TaskName.module.css'

/** A task or queue in plain words, and below it the name that logs and the API use. */
export function TaskName({ name }: { name: string }) {
  const text = taskText(name)
  if (text === null) return name
  return (
    <>
      {text}
      <code className={styles.internal}>{name}</code>
    </>
  )
}
