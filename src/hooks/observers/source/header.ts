import { type Comment, commentsIn } from './comments.ts';
import type { Piece } from './cursor.ts';

/** What the comments before the first statement of a file say. */
export interface Opening {
  /** How the comment begins that says what the file is about; null without one. */
  readonly header: string | null;
  /** One of them says that a program made the file. */
  readonly isGenerated: boolean;
}

/** Pieces before the first statement that are looked at. */
const MOST_PIECES = 200;
/** UTF-16 units of a header that are kept. */
const LONGEST_HEADER = 100;

/**
 * Reads what stands before the first statement. A shebang, lines that set an encoding or tell a tool what to do, a licence,
 * and what a file has to begin with (`<?php`, `'use strict'`, `#pragma once`) are no statements and no header.
 */
export const openingOf = (text: string, pieces: readonly Piece[]): Opening => {
  const comments = commentsIn(text, beforeStatement(text, pieces));
  const said = comments.flatMap(wordsOf);
  return {
    header: said[0]?.slice(0, LONGEST_HEADER) ?? null,
    isGenerated: comments.some(({ lines }) => lines.some((line) => GENERATED.test(line.text))),
  };
};

const beforeStatement = (text: string, pieces: readonly Piece[]): readonly Piece[] => {
  let count = 0;
  let from = 0;
  for (const [index, piece] of pieces.slice(0, MOST_PIECES).entries()) {
    if (piece.kind !== 'comment') continue;
    if (piece.start - from > LONGEST_PROLOGUE || !isPrologue(text.slice(from, piece.start))) break;
    count = index + 1;
    from = piece.end;
  }
  return pieces.slice(0, count);
};

/** UTF-16 units between two comments. */
const LONGEST_PROLOGUE = 2000;

/** White space, and what a file begins with before it says anything; in code, the most of it on lines of its own. */
const isPrologue = (code: string): boolean =>
  code
    .replace(ANYWHERE, '')
    .split('\n')
    .every((line) => PROLOGUE.test(line.trim().replace(/^\ufeff/, '')));

/** What may share a line or go on over several: attributes of Rust, annotations of Kotlin, what opens PHP, modules of Elm. */
const ANYWHERE = new RegExp(
  [
    '#!\\[(?:[^[\\]]|\\[[^[\\]]*\\])*\\]',
    '@file:[\\w.]+(?:\\((?:[^()]|\\([^()]*\\))*\\))?',
    '<\\?(?:php|=)?',
    'declare\\s*\\([^()]*\\)\\s*;',
    '^\\s*(?:port )?module\\s+[\\w.]+\\s+exposing\\s*\\((?:[^()]|\\([^()]*\\))*\\)',
  ].join('|'),
  'g',
);

const PROLOGUE = new RegExp(
  [
    ';',
    '[\'"]use [a-z ]+[\'"];?',
    '<(?:script|template)\\b[^>]*>',
    '---',
    '#\\s*(?:ifndef|define)\\s+\\w+',
    '#\\s*(?:pragma|nullable|region)\\b.*',
    'use (?:strict|warnings|utf8|v?5[\\d.]*)\\s*;',
    'defmodule\\s+[\\w.]+\\s+do',
    '@(?:module)?doc',
  ]
    .map((each) => `^${each}$`)
    .concat('^$')
    .join('|'),
);

/** Lines of a comment that say something, without those that only tools and lawyers read, and those about its author. */
const wordsOf = ({ lines }: Comment): string[] => {
  const said: string[] = [];
  // What an editor puts above it is the name of the project.
  const signed = lines.findIndex(({ text }) => SIGNED.test(text));
  let isInLicence = false;
  for (const [index, { text }] of lines.entries()) {
    if (text === '' || text.startsWith('</')) isInLicence = false;
    else if (LICENCE.test(text)) isInLicence = true;
    else if (!isInLicence && !isNotice(text) && (index > signed || text.includes(' '))) said.push(text);
  }
  return said;
};

const isNotice = (text: string): boolean =>
  NAMED_HOLDER.test(text) ||
  NOTICE.test(text) ||
  SIGNED.test(text) ||
  DIRECTIVE.test(text) ||
  PATH.test(text) ||
  !WORD.test(withoutTag(text));

/** `@file`, `@module`, `Description:` announce what the file is about and say nothing themselves. */
const withoutTag = (text: string): string =>
  text.replace(/^[@\\](?:file\w*|module|overview|packageDocumentation|brief)\b:?/, '');

const WORD = /\p{L}{2}/u;
/** The name of a file alone. */
const PATH = /^\S*\w\.\w{1,6}$/;

const SIGNED = /^(?:Created|Written) by (?:.+ on \d|.+<|[A-Z][\w.-]*(?: [A-Z][\w.-]*)+\W*$)/;
const NAMED_HOLDER = /^Copyright (?:of |by |the )?[A-Z]/;
/** A line that is about the file's owners, authors and dates. */
const NOTICE = new RegExp(
  [
    '\\bcopyright:?\\s*(?:\\(c\\)|©|\\d{4})',
    '^(?:\\(c\\)|©)',
    '^<copyright\\b',
    '^spdx-[a-z]+',
    'all rights reserved',
    '^[@\\\\](?:author|version|since|date|created|modified|copyright)\\b',
    '^(?:authors?|maintainers?|(?:created|(?:last )?(?:modified|updated))(?: (?:by|on|at))?)\\s*:',
    '^(?:date|version)\\s*:\\s*v?\\d',
    '\\b(?:proprietary and confidential|confidential and proprietary)\\b|^(?:\\S+ )?confidential\\W*$',
    '\\bdo not alter or remove copyright',
  ].join('|'),
  'i',
);

/** How the paragraphs of licences begin: each goes on to its end. */
const LICENCE = new RegExp(
  [
    '^@licen[cs]e\\b|^licen[cs]e(?::|$)',
    '\\blicensed under\\b',
    '\\b(?:released|distributed|available) under (?:the |an? )?(?:.{0,60}\\b(?:terms|licen[cs]e)|(?:mit|[al]?gpl|bsd|apache|mpl|isc)\\b)',
    '\\blicensed to the\\b',
    '\\b(?:mit|bsd|isc|apache|mozilla public|general public) licen[cs]e\\b',
    'permission (?:is hereby granted|is granted to anyone to use this|to use, copy)',
    'the software is provided',
    'redistributions? (?:and use|of|in)\\b',
    'you may (?:not use|obtain a copy)',
    'you should have received a copy',
    'unless required by applicable',
    'source code is governed by',
    'source code form is subject to',
    '\\bneither the name of\\b.*\\b(?:contributors|copyright|holders?|authors?)\\b',
    '^the above copyright notice',
    'this (?:program|library|software|code|work) is (?:free software|licensed|distributed (?:in the hope|as|without)|provided\\s+["\'“`]?(?:as|by)\\b)',
    'this is free and unencumbered software',
    '^anyone is free to copy, modify',
    '^in jurisdictions that recognize copyright',
    'refer to <?https?://unlicense',
    '^(?:\\d\\. )?(?:the origin of this software must|altered source versions must|this notice may not be removed)',
    'unauthori[sz]ed (?:copying|use|reproduction|distribution) of this',
    'this file is part of',
  ].join('|'),
  'i',
);

/** What tools are told, in the spelling that they read. */
const DIRECTIVE = new RegExp(
  [
    // Shebangs, encodings and editors
    '!\\s*/',
    '-\\*-',
    '(?:vim?|ex):',
    '(?:file)?encoding[:=]|coding[:=]',
    'Local Variables:',
    // JavaScript
    '(?:es|ts|js|ox|style)lint[-:]|eslint [\\w@/-]+:',
    'js[hl]int\\b|globals? [\\w$]+(?::\\s*\\w+)?(?:,[\\w$: ]+)*$',
    '@(?:ts-|flow\\b|noflow\\b|format\\b|jsx|jest-|vitest-|preserve\\b|prettier\\b)',
    '(?:prettier|biome|oxlint|deno-lint|deno-fmt)-ignore',
    '(?:istanbul|c8|v8) ignore',
    '(?:cspell|spell-checker):',
    'use (?:strict|client|server)\\b',
    '<(?:reference|amd-)',
    '[#@] ?sourceMappingURL',
    '#(?:end)?region\\b',
    // Go, Python, Ruby and others
    'go:\\w|\\+build\\b|nolint\\b',
    '(?:pylint|flake8|mypy|ruff|isort|fmt|pyright|yapf|black|pyre):|type:\\s*ignore|noqa\\b|pragma:',
    '(?:frozen_string_literal|warn_indent|typed|rubocop):',
    'shellcheck (?:disable|enable|source|shell)=',
    '(?:swiftlint|swiftformat|phpcs):|swift-tools-version|ktlint-|clang-format o|phpstan-|psalm-|language=',
    '# ?[A-Z_]+ .*#$',
    '(?:TODO|FIXME|XXX|HACK)(?:\\([^)]*\\))?(?::|\\W{0,5}$)',
    'ignore(?:_for_file)?:|Requires -\\w',
  ]
    .map((each) => `^(?:${each})`)
    .join('|'),
);

const NO_HANDS = "(?:do not|don't) (?:edit|modify|change)";
const GENERATED = new RegExp(
  [
    '@generated\\b',
    '^<auto-generated',
    `\\bgenerated\\b.*\\b${NO_HANDS}`,
    `\\b${NO_HANDS}\\b.*\\bgenerated\\b`,
    '^(?:this|the) (?:file|code) (?:is|was|has been) (?:auto(?:matically)?[- ]?)?generated\\b',
    '^(?:auto(?:matically)?[- ]?)?generated (?:by|from|with)\\b',
  ].join('|'),
  'i',
);
