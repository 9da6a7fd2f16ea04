import type { Language } from '@sightline/contract/languages.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '../context.ts'
import type { AnswerOptions } from './app.ts'
import { type Caller, type Credentials, credentialsOf, type Identify, NOBODY } from './caller.ts'
import { answerLanguage } from './page-language.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, who is being identified or has been. */
    caller: Promise<Caller> | null
    /** The caller, once identified. */
    identified: Caller | null
    /** The language of the answer, once the caller is identified. */
    language: Language | null
    /** Set for files that are the same for every visitor: caches may keep them, so they set no cookie. */
    isFile: boolean
    /** Set once the function of its endpoint has been called. */
    hasBegun: boolean
  }
  interface FastifyContextConfig {
    /** The body is streamed, which may take long. */
    isUpload?: boolean
    presentFailure?: AnswerOptions['presentFailure']
  }
}

/** Gives every request the fields above. Fastify needs their first values beforehand, so that all requests have one shape. */
export function addRequestState(fastify: FastifyInstance): void {
  fastify.decorateRequest('caller', null)
  fastify.decorateRequest('identified', null)
  fastify.decorateRequest('language', null)
  fastify.decorateRequest('isFile', false)
  fastify.decorateRequest('hasBegun', false)
}

export interface Callers {
  /**
   * Identifies the caller of a request, once however often it is asked.
   * @param viewerBy of the endpoint, if it has credentials of its own; only the first question counts
   */
  callerOf(request: FastifyRequest, viewerBy?: AnswerOptions['viewerBy'] | null): Promise<Caller>
  /** The caller as of now, for answers that go on for long: the key of the request may have been revoked meanwhile. */
  viewerNow(request: FastifyRequest): Promise<Viewer>
}

/** @param defaultLanguage the language of people who have chosen none, if their browsers ask for none that we have */
export function callersBy(identify: Identify, defaultLanguage: () => Promise<Language>): Callers {
  async function identified(request: FastifyRequest, viewerBy: AnswerOptions['viewerBy'] | null): Promise<Caller> {
    const credentials = credentialsOf(request)
    const caller = viewerBy
      ? { viewer: await viewerBy(request.headers.authorization), session: null }
      : await identify(credentials)
    request.identified = caller
    request.language = languageFor(request, caller.viewer, credentials) ?? (await defaultLanguage())
    return caller
  }
  return {
    callerOf(request, viewerBy = null) {
      request.caller ??= identified(request, viewerBy)
      return request.caller
    },
    viewerNow: async (request) => (await identify(credentialsOf(request))).viewer,
  }
}

/** The language of the answer to a request. Before the caller is identified, it is that of the browser. */
export const languageOf = (request: FastifyRequest): Language =>
  request.language ?? languageFor(request, NOBODY, credentialsOf(request)) ?? 'en'

const languageFor = ({ headers }: FastifyRequest, viewer: Viewer, { key }: Credentials): Language | null =>
  answerLanguage(viewer, key !== null, headers['accept-language'])
