import { type FoundIn, type FoundMock, type Placed, type TestText, unknown } from '../found-mock.ts';
import { closingAt, masked } from '../masked.ts';
import { camelized, loadedBy, type Place, placeOfConstant } from './constants.ts';

const MOST_MOCKS = 500;

interface RubyText {
  readonly text: string;
  readonly code: string;
  readonly place: Place;
}

/** The mocks in a test of Ruby: RSpec, mocha, minitest. Read by its words, without a parser. */
export const findInRuby = (test: TestText): FoundIn => {
  const { text, file, files } = test;
  const { code, comments, codeFrom } = masked(text, 'ruby');
  const described = /\bdescribe\s{0,20}\(?\s{0,20}((?:::)?[A-Z][\w:]{0,200})/.exec(code)?.[1] ?? null;
  const ruby: RubyText = { text, code, place: { files, file, described, loaded: loadedBy(file, text) } };
  const mocks: FoundMock[] = [];
  const add = (found: FoundMock | null): void => {
    if (found !== null && mocks.length < MOST_MOCKS) mocks.push(found);
  };
  for (const match of code.matchAll(/(?<![.\w:])(allow|expect|allow_any_instance_of|expect_any_instance_of)\s{0,5}\(/g))
    add(allowed(ruby, match));
  for (const match of code.matchAll(DOUBLES)) add(doubled(ruby, match));
  for (const match of code.matchAll(STUBS)) add(stubbed(ruby, match));
  return { mocks: mocks.sort((one, other) => one.from - other.from), comments, codeFrom };
};

/** `allow(X).to receive(:y)`; what has been received is only looked at. */
const allowed = (ruby: RubyText, match: RegExpExecArray): FoundMock | null => {
  const { code } = ruby;
  const open = match.index + match[0].length - 1;
  const close = closingAt(code, open);
  if (close < 0) return null;
  const behind = code.slice(close + 1, close + 300);
  const received =
    /^\s{0,100}\.\s{0,20}(?:to|not_to|to_not)\s{0,20}\(?\s{0,100}receive(?:_messages|_message_chain)?\b/.exec(behind);
  if (received === null) return null;
  const expression = ruby.text.slice(open + 1, close).trim();
  return {
    by: match[1] ?? '',
    target: expression,
    from: match.index,
    to: close + 1 + received[0].length,
    place: () => placeOfExpression(ruby, expression, 0),
  };
};

const DOUBLES =
  /(?<![.\w:])(instance_double|class_double|object_double|instance_spy|class_spy|object_spy|stub_const)\b\s{0,5}\(?\s{0,100}((?:::)?[A-Z][\w:]{0,200}|"[ ]{0,200}"|[a-z_@]\w{0,100})(\s{0,20},\s{0,100}(?:\d|"|:|true\b|false\b|nil\b))?/g;

const doubled = ({ text, code, place }: RubyText, match: RegExpExecArray): FoundMock | null => {
  const [whole, by = '', written = '', value] = match;
  const at = whole.indexOf(written, by.length);
  const from = match.index + at;
  const isText = written.startsWith('"');
  const target = isText ? text.slice(from + 1, from + written.length - 1) : written;
  const found = { by, target, from: match.index, to: match.index + whole.length };
  if (by === 'stub_const' && (value !== undefined || /(?:^|::)[A-Z\d_]+$/.test(target))) {
    return { ...found, place: () => unknown('replaced by a plain value') };
  }
  if (isText && !/^(?:::)?[A-Z]/.test(target)) return null;
  return { ...found, place: () => placeOfExpression({ text, code, place }, target, 0) };
};

const STUBS =
  /(?<![\w.:])((?:::)?[A-Za-z_@][\w:]{0,100}(?:\.[a-z_]\w{0,60}(?:\(\))?){0,4}?)\.(any_instance\s{0,5}\.\s{0,5})?(stubs|expects|stub|stub_any_instance|should_receive|should_not_receive|stub_chain)\b\s{0,5}\(?\s{0,20}(?=:\w|"|\w{1,60}:\s)/g;

const stubbed = (ruby: RubyText, match: RegExpExecArray): FoundMock => {
  const [whole, expression = '', any = '', method = ''] = match;
  return {
    by: `${any}${method}`,
    target: expression,
    from: match.index,
    to: match.index + whole.length,
    place: () => placeOfExpression(ruby, expression, 0),
  };
};

const MOST_HOPS = 6;

/** Where the object lies that an expression gives: a constant, an instance, or a name that stands for one. */
const placeOfExpression = (ruby: RubyText, written: string, hops: number): Placed => {
  const { code, place } = ruby;
  const expression = written.trim();
  if (hops > MOST_HOPS) return unknown('it is passed on too often');
  const [, constant, rest = ''] = /^((?:::)?[A-Z][\w:]{0,200})([\s\S]*)$/.exec(expression) ?? [];
  if (constant !== undefined) {
    const placed = placeOfConstant(place, constant);
    return placed.place !== 'internal' || isOfClass(rest) ? placed : unknown('a property of an object of the project');
  }
  const [, name = '', further = ''] = /^(@{0,2}[a-z_]\w{0,100})([\s\S]*)$/.exec(expression) ?? [];
  if (name === 'described_class') {
    return place.described === null || !isOfClass(further)
      ? unknown('nothing in the test says what it is')
      : placeOfConstant(place, place.described);
  }
  const made = /^(?:create|build|build_stubbed|create_default)\s{0,5}\(?\s{0,5}:(\w+)/.exec(expression)?.[1];
  if (made !== undefined) return placeOfConstant(place, camelized(made));
  if (name === '' || !/^\s*$/.test(further)) return unknown('nothing in the test says what it is');
  const value = definitionOf(code, name);
  if (value !== null) return placeOfExpression(ruby, value, hops + 1);
  if (name === 'subject' && place.described !== null) return placeOfConstant(place, place.described);
  return unknown('nothing in the test says what it is');
};

/** Nothing, or what gives an instance. */
const isOfClass = (rest: string): boolean =>
  /^\s*(?:\.(?:new|instance|allocate|any_instance)\b(?:\s*\([\s\S]*\)|[^.]*)?)?\s*$/.test(rest);

/** `let(:cart) { Cart.new }`, `subject(:cart) do Cart.new end`, `cart = Cart.new`. */
const definitionOf = (code: string, name: string): string | null => {
  const escaped = name.replace('$', '\\$');
  const block = name.startsWith('@')
    ? null
    : new RegExp(
        String.raw`\b(?:let!?|let_it_be|subject!?)\s{0,5}\(\s{0,5}:${escaped}\s{0,5}\)\s{0,5}(?:\{|do\b)\s{0,200}([^\n}]{1,300})`,
      ).exec(code);
  if (block?.[1] !== undefined) return block[1].replace(/\s+end\s*$/, '').trim();
  if (name === 'subject')
    return (
      /\bsubject!?\s{0,5}(?:\{|do\b)\s{0,200}([^\n}]{1,300})/
        .exec(code)?.[1]
        ?.replace(/\s+end\s*$/, '')
        .trim() ?? null
    );
  return (
    new RegExp(String.raw`(?<![\w.@:])${escaped}\s{0,20}(?:\|\|)?=(?![=~>])\s{0,20}([^\n;]{1,300})`)
      .exec(code)?.[1]
      ?.trim() ?? null
  );
};
