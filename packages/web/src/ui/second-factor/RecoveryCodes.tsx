import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { CopyButton } from '../CopyButton.tsx'
import styles from './second-factor.module.css'

/** New recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  return (
    <div className={styles.form}>
      <p className={styles.text}>
        <Trans>
          <strong>
            <Trans>Keep these recovery codes in a safe place.</Trans>
          </strong>{' '}
          Each works once in place of your second factor, for example if you lose your device. They cannot be shown again.
        </Trans>
      </p>
      <ul className={styles.codes} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.footer}>
        <CopyButton text={codes.join('\n')} label={t`Copy All`} size="md" />
        <Button onClick={onDone}>
          <Trans>I Have Saved Them</Trans>
        </Button>
      </div>
    </div>
  )
}
