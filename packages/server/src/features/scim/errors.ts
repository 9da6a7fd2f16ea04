import type { ErrorBody, ErrorCode } from '@sightline/contract/errors.ts'
import type { AnswerOptions } from '../../platform/http/app.ts'

export const SCIM_TYPE = 'application/scim+json'

/** The `scimType` of error codes (RFC 7644, section 3.12); other errors with status 400 have `invalidValue`. */
const types: Partial<Record<ErrorCode, string>> = {
  bad_request: 'invalidSyntax',
  scim_filter_invalid: 'invalidFilter',
  scim_path_invalid: 'invalidPath',
  scim_patch_invalid: 'invalidSyntax',
  scim_exists: 'uniqueness',
  email_taken: 'uniqueness',
  not_found: '',
}

/** Presents an error in the format of SCIM. */
export function presentScimFailure(
  status: number,
  { code, message }: ErrorBody,
): ReturnType<NonNullable<AnswerOptions['presentFailure']>> {
  const type = types[code] ?? (status === 400 ? 'invalidValue' : '')
  return {
    contentType: SCIM_TYPE,
    headers: status === 401 ? { 'www-authenticate': 'Bearer' } : {},
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(type === '' ? {} : { scimType: type }),
      detail: code === 'not_found' ? 'There is no such resource.' : message,
    },
  }
}
