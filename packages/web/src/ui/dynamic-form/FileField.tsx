import { FileButton, Input } from '@mantine/core'
import { bytesText } from '@sightline/domain/format/units.ts'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { readAsBase64 } from './base64.ts'
import styles from './FileField.module.css'

interface FileFieldProps {
  label: string
  description: string | null
  isRequired: boolean
  error: string | null
  /** Content as base64, or the placeholder of a stored one; '' for none. */
  value: string
  onChange(base64: string): void
}

/** A small file, such as a certificate or a key, whose content becomes the value. */
export function FileField({ label, description, isRequired, error, value, onChange }: FileFieldProps) {
  const [file, setFile] = useState<File | null>(null)
  const pick = async (picked: File | null) => {
    if (picked === null) return
    setFile(picked)
    onChange(await readAsBase64(picked))
  }
  const stored = value === '' ? '' : 'A file is stored'
  return (
    <Input.Wrapper
      label={label}
      description={error === null ? description : null}
      required={isRequired}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <div className={styles.box} data-error={error !== null}>
        <FileButton onChange={(picked) => void pick(picked)}>
          {(props) => (
            <button type="button" {...props} className={styles.button} aria-label={`Select file for ${label}`}>
              <IconUpload size={14} stroke={1.75} />
              Select file
            </button>
          )}
        </FileButton>
        <span className={styles.name}>{file?.name ?? stored}</span>
        {file !== null && <span className={styles.size}>{bytesText(file.size)}</span>}
      </div>
    </Input.Wrapper>
  )
}
