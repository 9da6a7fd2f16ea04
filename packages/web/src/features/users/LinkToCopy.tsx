import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './dialogs.module.css'

interface LinkToCopyProps {
  title: string
  text: string
  link: string
}

/** A link that could not be mailed, to be copied and passed on. */
export function LinkToCopy({ title, text, link }: LinkToCopyProps) {
  return (
    <Notice icon={<IconAlertTriangle size={16} stroke={1.75} />}>
      <strong>{title}</strong>
      <p>{text}</p>
      <div className={styles.link}>
        <TextInput
          size="sm"
          readOnly
          dir="ltr"
          aria-label={t`Link`}
          value={link}
          className={styles.address}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={link} size="md" />
      </div>
    </Notice>
  )
}
