import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, FileButton, Input, Progress } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import { bytesText } from '@sightline/domain/format/units.ts'
import { IconAlertCircle, IconFileText, IconUpload, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import styles from './FileField.module.css'
import type { UploadFile } from './field.ts'
import '@mantine/dropzone/styles.layer.css'
import type { UploadedFile } from './field.ts'

interface FileFieldProps {
  label: string
  description: string | null
  isRequired: boolean
  error: string | null
  /** The content in base64, or the placeholder of a stored file; '' for none. */
  value: string
  onChange(base64: string): void
}

/** A field for a small file, such as a certificate or a key, whose content is the value. */
export function FileField({ label, description, isRequired, error, value, onChange }: FileFieldProps) {
  const [file, setFile] = useState<File | null>(null)
  const pick = async (picked: File | null) => {
    if (picked === null) return
    setFile(picked)
    onChange(await readAsBase64(picked))
  }
  const stored = value === '' ? '' : t`A file is stored`
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
            <button type="button" {...props} className={styles.button} aria-label={t`Select file for ${label}`}>
              <IconUpload size={14} stroke={1.75} />
              <Trans>Select file</Trans>
            </button>
          )}
        </FileButton>
        <span className={styles.name}>{file?.name ?? stored}</span>
        {file !== null && <span className={styles.size}>{bytesText(file.size)}</span>}
      </div>
    </Input.Wrapper>
  )
}

/** The content of a file in base64. It is read in slices, because a call with millions of arguments would overflow the stack. */
export async function readAsBase64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let start = 0; start < bytes.length; start += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(start, start + 0x8000))
  return btoa(binary)
}

interface UploadsFieldProps {
  label: string
  isRequired: boolean
  error: string | null
  files: UploadedFile[]
  uploadFile: UploadFile
  onChange(files: UploadedFile[]): void
}

/** An upload that is in progress or has failed. */
interface Upload {
  key: number
  file: File
  /** Uploaded part, 0 to 1. */
  part: number
  failure: string | null
  stop: AbortController
}

/** A field for files, which are uploaded at once and listed with a summary of their content. */
export function UploadsField({ label, isRequired, error, files, uploadFile, onChange }: UploadsFieldProps) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const nextKey = useRef(0)
  // Uploads run in parallel: each adds its file to the list as it is then.
  const latestFiles = useRef(files)
  useEffect(() => {
    latestFiles.current = files
  }, [files])

  const change = (key: number, patch: Partial<Upload>) =>
    setUploads((now) => now.map((upload) => (upload.key === key ? { ...upload, ...patch } : upload)))
  const drop = (key: number) => setUploads((now) => now.filter((upload) => upload.key !== key))

  const send = async (file: File) => {
    const key = nextKey.current++
    const stop = new AbortController()
    setUploads((now) => [...now, { key, file, part: 0, failure: null, stop }])
    try {
      const uploaded = await uploadFile(file, (part) => change(key, { part }), stop.signal)
      drop(key)
      latestFiles.current = [...latestFiles.current, uploaded]
      onChange(latestFiles.current)
    } catch (failure) {
      if (!stop.signal.aborted) change(key, { failure: failure instanceof Error ? failure.message : t`The upload failed.` })
    }
  }

  return (
    <Input.Wrapper label={label} required={isRequired} error={error}>
      <Dropzone
        className={styles.zone}
        onDrop={(dropped) => {
          for (const file of dropped) void send(file)
        }}
        aria-label={t`${label}: drop files here, or press Enter to choose some`}
      >
        <div className={styles.invitation}>
          <IconUpload size={20} stroke={1.75} />
          <span>
            <Trans>
              <strong>
                <Trans>Drop files here, or click to choose</Trans>
              </strong>
              <br />
              CSV, TSV, JSON, Parquet or Excel, up to 2 GB each
            </Trans>
          </span>
        </div>
      </Dropzone>
      <ul className={styles.list} aria-live="polite">
        {files.map((file) => (
          <li key={file.id} className={styles.file}>
            <IconFileText size={16} stroke={1.75} />
            <span className={styles.uploadsFieldName}>{file.name}</span>
            <span className={styles.summary}>
              {file.summary}
              {file.size !== null && ` · ${bytesText(file.size)}`}
            </span>
            <ActionIcon
              size="xs"
              aria-label={t`Remove ${file.name}`}
              onClick={() => onChange(files.filter(({ id }) => id !== file.id))}
            >
              <IconX size={14} stroke={1.75} />
            </ActionIcon>
          </li>
        ))}
        {uploads.map(({ key, file, part, failure, stop }) => (
          <li key={key} className={styles.file} data-failed={failure !== null}>
            {failure === null ? <IconUpload size={16} stroke={1.75} /> : <IconAlertCircle size={16} stroke={1.75} />}
            <span className={styles.uploadsFieldName}>{file.name}</span>
            {failure === null ? (
              <>
                <Progress className={styles.progress} size={4} value={part * 100} aria-label={t`Upload of ${file.name}`} />
                <span className={styles.summary}>{part < 1 ? `${Math.floor(part * 100)} %` : t`Reading…`}</span>
              </>
            ) : (
              <span className={styles.failure}>{failure}</span>
            )}
            <ActionIcon
              size="xs"
              aria-label={failure === null ? t`Stop ${file.name}` : t`Dismiss ${file.name}`}
              onClick={() => {
                stop.abort()
                drop(key)
              }}
            >
              <IconX size={14} stroke={1.75} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </Input.Wrapper>
  )
}
