import { Button } from '@mantine/core'
import { CopyButton } from '../CopyButton.tsx'
import styles from './second-factor.module.css'

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  return (
    <div className={styles.form}>
      <p className={styles.text}>
        <strong>Keep these recovery codes in a safe place.</strong> Each works once in place of your second factor, for example
        if you lose your device. They cannot be shown again.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.footer}>
        <CopyButton text={codes.join('\n')} label="Copy All" size="md" />
        <Button onClick={onDone}>I Have Saved Them</Button>
      </div>
    </div>
  )
}
