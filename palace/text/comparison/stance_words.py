"""The words that affirm, deny, allow, forbid, demand or end something, and those that only look like it.

They are matched against lower-case plain text. Where several match at one place, the look-alikes win, then the
longest word.
"""

import re
import tomllib
from enum import StrEnum
from functools import cache
from importlib.resources import files


class Force(StrEnum):
    """How a text stands to what it speaks of."""

    ASSERTED = "asserted"
    DENIED = "denied"
    REQUIRED = "required"
    NEEDLESS = "needless"
    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"
    ABLE = "able"
    UNABLE = "unable"
    CEASED = "ceased"
    HEDGED = "hedged"
    LIKED = "liked"
    DISLIKED = "disliked"
    ONLY = "only"
    ONLY_THEN = "only_then"
    EXCEPT = "except"


class Reach(StrEnum):
    """Which side of a word that is about which it is said."""

    AFTER = "after"
    BEFORE_AND_AFTER = "before and after"
    WITH_THE_LETTER_BEFORE = "with the letter before"
    WORD_BEFORE = "word before"
    INSIDE = "inside"


_CHINESE_LOOK_ALIKES_UNLESS = (
    r"不同(?!意|步|时|行|传|情)|不安(?!全|装|排|静)|不便(?!宜)|不适(?!合|用|配|应)|不断(?!开|网|电|线|奶|联|更)"
    r"|不外(?!传|借|泄|露|包|出|链|送|接|发|带)|不过(?!期|敏|滤|夜|审|度|问|年|节|户|关|手|周|生日|圣诞|春)|不管(?!理|控|账|钱|饭)"
    r"|不只(?!读)|不时(?!差)|不如(?!实|期|约)|不止(?!痛|血|损|咳|泻)|不然(?!后)|不满(?!意|足|载|员)|不足(?!够)"
    r"|(?:未满|未到|未达|不满|没到|没满|不足|未足)(?=\s?[\d一二两三四五六七八九十百千万半])|不到(?=[\d一二两三四五六七八九十百千万半])|不料(?!理)|不等(?!待|人|到|于|同|他|她|我|你)|不定(?!义|位|价|闹|制|了|在|为|稿|期)"
    r"|不定期|不平(?!台|均|级|衡|滑|行)|不快(?!速|递|进)|不规(?!定|范|划)|要不(?![要])|不妨(?!碍)|不可(?=多得|小觑|限量)|不当(?=回事|得|心|操作)"
    r"|没事(?!先|故|务)|没准(?!备|时|许)|没收(?!到|费|录|集|回|据|拾)|没落(?!实|地|库|盘|户)"
    r"|无非(?!法)|无比(?!较|例)|无数(?!据|字)|无意(?!义|见)|无限(?!制|流|速|期)|无形(?!状)|无常(?!驻|规)|非常(?!规|驻|用|量|见)"
    r"|非同(?=小可|凡响|寻常|一般)|可是(?!不)|能不能|会(?:议|员|所|计|话|谈|诊|签|客|长|场|展|馆)|可否|认可|准(?:备|确|则|点|入|考)|(?:标|基|水|精|对|瞄|校)准"
    r"|免费|(?<=[一二两三四五六七八九十百千几每这那半多\d]) ?只(?!要|有|能|需|读)|只(?:要|是|好)|光(?=[临荣明亮线纤标速学])|停(?:车|机坪|电|顿|留|泊|靠)"
)

_ENGLISH_LOOK_ALIKES = (
    r"not (?:only|just|merely|simply|to mention|that|least|so much|bad(?:ly)?|uncommon(?:ly)?|unusual(?:ly)?"
    r"|unlike|infrequently|surprising(?:ly)?|sure|certain|clear|known)",
    r"no (?:doubt|matter|wonder|later than|earlier than|more than|less than|fewer than|sooner|thanks"
    r"|sweat|worries|big deal|kidding|hard feelings)",
    r"no\. ?(?=\d)|without (?:a )?doubt|without fail|nothing but|nothing short of|none other than",
    r"(?:not|n't) (?:more|less|fewer|later|earlier|longer|higher|lower|over|above|below|exceed(?:ing)?) than",
    r"(?:must|may|should|can|do|does|shall|will)(?: not|n't) (?:exceed|be (?:more|less|longer|later|higher|lower) than)",
    r"cannot exceed|not exceed(?:ing)?|not to exceed",
    r"(?:ca|could)(?:n't| not) (?:agree more|be better|be happier|wait)|cannot (?:agree more|wait)",
    r"why not|whether or not|or not(?= |$|[,.;?])|if not|notwithstanding|nonetheless|not to worry",
    r"last but not least|as often as not|more often than not|on and off|off and on|can of|tin can",
    r"(?:a|the|one|trash|garbage|tin) can\b|will and testament|free (?:will|time)|at will|good will",
    r"nothing (?:special|new) but|no[- ](?:one-way|code|sql|op|brainer|frills)\b|know(?:s|n)? no bounds",
    r"as well as|may(?: day)? \d{1,2}|may(?= \d{4}\b)|(?:early|late|mid|in|by|of|this|last|next|since|until"
    r"|\d{1,2}(?:st|nd|rd|th)?)[- ]may\b",
)

_ENGLISH: dict[Force, tuple[tuple[Reach, str], ...]] = {
    Force.HEDGED: (
        (
            Reach.AFTER,
            r"not necessarily|may or may not|might(?: not)?|may be|perhaps|maybe|possibly|not always",
        ),
    ),
    Force.REQUIRED: (
        (
            Reach.AFTER,
            r"(?:do not|don't|don t|dont|must not|mustn't|never|should not|shouldn't|please don't) (?:forget|neglect|omit"
            r"|fail)(?: to)?|not forget(?:ting)?(?: to)?|cannot but|cannot help but|can't help but|no choice but(?: to)?"
            r"|(?:ca|could)n't help",
        ),
        (
            Reach.AFTER,
            r"must(?: always)?|have to|has to|had to|have got to|need(?:s|ed)? to|ought to|should(?: always)?|shall"
            r"|requires?|(?:is|are) (?:required|obliged|obligated|supposed|expected) to|be sure to|make sure(?: to| that)?"
            r"|remember to|insists? on|demands?|calls? for|needs?(?= (?:a|an|the|at least|one|two|three|\d))",
        ),
        (
            Reach.BEFORE_AND_AFTER,
            r"(?:is|are|be|was|were|been|stays?|remains?) (?:still )?(?:required|mandatory|compulsory|obligatory|necessary"
            r"|needed|essential|a must|enforced|imperative|indispensable)|mandatory|compulsory|obligatory",
        ),
    ),
    Force.NEEDLESS: (
        (
            Reach.AFTER,
            r"(?:do|does|did)(?: not|n't) (?:have to|need(?: to)?|require)|(?:need not|needn't|no need to|no need for"
            r"|not have to|not need(?: to)?|never (?:has|have|needs?) to|not required to|not obliged to|free not to"
            r"|no longer (?:needs?|has|have) to|no longer (?:needs?|requires?)|exempt from|there is no need to)",
        ),
        (
            Reach.BEFORE_AND_AFTER,
            r"(?:is|are|be|was|were)?(?: ?not|n't| no longer) (?:\w+ly )?(?:required|mandatory|compulsory|obligatory"
            r"|necessary|needed|essential|enforced)|unnecessary|(?:is|are|be) optional|unneeded|superfluous"
            r"|not a must|can be skipped|may be skipped|can be omitted",
        ),
    ),
    Force.FORBIDDEN: (
        (
            Reach.AFTER,
            r"(?:has |have |had )?(?:stopped|ceased|quit) (?:admitting|accepting|allowing|letting|permitting|taking"
            r"|supporting|offering|serving|receiving)|(?:must|may|should|shall)(?: not|n't)(?: be)?|mustn't"
            r"|advis(?:es?|ed|ing) against|warn(?:s|ed|ing)? (?:\w+ )?(?:against|off)|argu(?:es?|ed|ing) against|(?:do not|don't|dont)(?: ever)?|never ever"
            r"|(?:is|are|be|was|were)?(?: ?not|n't| no longer) (?:allowed|permitted|supposed|authori[sz]ed|free) to"
            r"|(?:forbidden|banned|prohibited|barred|disallowed) (?:to|from)|refrain(?:s|ed)? from|avoids?|avoided|avoiding"
            r"|steers? clear of|keeps? away from|stays? away from|forbids?|prohibits?|bans?|disallows?|refuses?(?: to)?"
            r"|refused(?: to)?|rejects?|under no circumstances|on no account|at no time|by no means"
            r"|never let|never allow|(?:does not|doesn't|do not|don't|won't) (?:allow|permit|accept|let|tolerate)",
        ),
        (
            Reach.BEFORE_AND_AFTER,
            r"(?:(?:is|are|be|was|were|been|stays?|remains?) |)(?:strictly |expressly |absolutely |)(?:forbidden|prohibited"
            r"|banned|disallowed|off[- ]limits|out of bounds|taboo|out of the question|against the rules|unacceptable"
            r"|not ok(?:ay)?|a no-go|verboten|unwelcome|discouraged)",
        ),
        (
            Reach.BEFORE_AND_AFTER,
            r"(?:(?:is|are|be|was|were|been|s) ?|)(?:not|n't|no longer|never) (?:be )?(?:\w+ly )?(?:allowed|permitted|ok(?:ay)?"
            r"|fine|acceptable|welcome|accepted|tolerated|authori[sz]ed|an option|possible)(?! (?:to|with)\b)",
        ),
    ),
    Force.UNABLE: (
        (
            Reach.AFTER,
            r"cannot|can not|can't|cant|could not|couldn't|unable to|incapable of|not able to|no longer able to|fails? to"
            r"|failed to|no way to|(?:does not|doesn't|do not|don't) support|not capable of|not support(?:ed)?",
        ),
    ),
    Force.CEASED: (
        (
            Reach.AFTER,
            r"no longer|(?:been|is|are|am|was|were|go|goes|went|gone|stay|stays) off(?= (?!work|sick|duty|site|line|to|the|until|for|on|by|in|at|today|unless|when|if|again)[a-z]+)|stop(?:s|ped)?(?= \w+ing\b)|stopped|quits?|gave up|given up|giv(?:es?|ing) up|ceased?(?: to)?"
            r"|(?<!be )(?<!is )(?<!are )(?<!am )(?<!was )(?<!were )(?<!get )(?<!got )used to|dropped|abandoned|discontinued|phased out|retired|deprecated|swore off|kicked the habit of"
            r"|got rid of|done with|stopped short of|ceases(?: to)?|ditched",
        ),
    ),
    Force.ALLOWED: (
        (
            Reach.AFTER,
            r"may(?! be)|(?:is|are|be|was|were) (?:allowed|permitted|free|welcome|authori[sz]ed|entitled) to|allows?|permits?|lets?"
            r"|feel free to|go ahead and|do not hesitate to|don't hesitate to|(?:it is |it's |)(?:ok(?:ay)?|fine|acceptable) to"
            r"|no problem (?:with|to)|accepts?|agreed? to|approved? of|tolerates?",
        ),
        (
            Reach.BEFORE_AND_AFTER,
            r"(?:is|are|be|was|were|been|'s|stays?|remains?) (?:\w+ly |still |now |also |always |)(?:allowed|permitted|ok(?:ay)?|fine"
            r"|acceptable|welcome|accepted|tolerated|all right|alright|possible|an option|no problem)(?! (?:to|with)\b)",
        ),
    ),
    Force.ABLE: (
        (Reach.AFTER, r"can(?: also| always)?|could|(?:is|are|be|was|were) able to|capable of|manages? to"),
    ),
    Force.ONLY_THEN: ((Reach.AFTER, r"only (?:then|after|once|if|when|with)"),),
    Force.ONLY: ((Reach.AFTER, r"only|solely|exclusively|nothing but|not until|just(?= for\b)"),),
    Force.EXCEPT: (
        (
            Reach.AFTER,
            r"unless|until|apart from|other than|save for|barring|bar(?= \w)",
        ),
    ),
    Force.DENIED: (
        (
            Reach.AFTER,
            r"not|never|no(?=[ -]\w)|none(?: of)?|nobody|no one|nothing|nowhere|neither|nor|without|hardly(?: ever)?"
            r"|barely|scarcely|rarely|seldom|lacks?|lacked|lacking|free (?:of|from)|zero|absence of|denies|denied|isn't"
            r"|aren't|wasn't|weren't|doesn't|didn't|hasn't|haven't|hadn't|won't|wouldn't|shouldn't|ain't|instead of|rather than"
            r"|far from|anything but|un(?=-)|non(?=-)|devoid of|opposed to",
        ),
        (
            Reach.BEFORE_AND_AFTER,
            r"(?:is|are|was|were|be) (?:\w+ly )?(?:excluded|left out|omitted|exempt(?:ed)?)|excluded(?: from)?"
            r"|(?:is|are|was|were|be|been|has been|have been)(?: not|n't| never)(?= (?:\w+ly )?\w+(?:ed|en|wn|ught|pt|lt|nt)\b)",
        ),
        (
            Reach.AFTER,
            r"except(?: for| from| that)?|excluding|excludes?|exempt from|leav(?:es?|ing) out|omits?"
            r"|omitting|opts? out of|opted out of",
        ),
        (Reach.WORD_BEFORE, r"-(?:free|less)\b"),
    ),
}

_COMPLEMENT = r"(?<=[\u4e00-\u9fff])不(?:了|得|到|动|下去|下|上去|上|起来|起|来|去|出来|出|完|住|见|懂|开|过来|过|成|着|掉|清|惯|进去|进|通|全|够|齐)(?![\u4e00-\u9fff]?(?:不|没))"
_QUESTION = r"([\u4e00-\u9fff])(?:不|没)\1|有没有|是否|与否"
_NONE_THAT_NOT = r"(?:没有?|无)(?:一|任何|哪|谁|人)[^\s,，。;；不没]{0,4}不"
_INSISTENCE = r"非[^\s,，。;；]{1,8}(?:不可|不行|莫属)"


Marker = tuple[Force, Reach, re.Pattern[str]]
"""What a pattern's find says of the words in its reach."""


@cache
def look_alikes() -> re.Pattern[str]:
    """Return the pattern of what holds a word of denial or leave and is none."""
    english, chinese = "|".join(_ENGLISH_LOOK_ALIKES), _of_words(_chinese()["look_alikes"])
    return re.compile(
        rf"{_QUESTION}|{chinese}|{_CHINESE_LOOK_ALIKES_UNLESS}"
        rf"|(?<![a-z0-9])(?:{english})(?![a-z])"
    )


@cache
def markers() -> tuple[Marker, ...]:
    """Return the patterns of all forces, for lower-case text; where finds overlap, the longest counts."""
    found: list[Marker] = [
        (Force.REQUIRED, Reach.INSIDE, re.compile(_INSISTENCE)),
        (Force.ASSERTED, Reach.AFTER, re.compile(_NONE_THAT_NOT)),
        (Force.UNABLE, Reach.WITH_THE_LETTER_BEFORE, re.compile(_COMPLEMENT)),
    ]
    found += [
        (force, Reach.AFTER, re.compile(_of_words(words)))
        for force in Force
        if (words := _chinese().get(force.value)) is not None
    ]
    for force, patterns in _ENGLISH.items():
        for reach, pattern in patterns:
            start = "" if reach is Reach.WORD_BEFORE else "(?<![a-z0-9])"
            found.append((force, reach, re.compile(rf"{start}(?:{pattern})(?![a-z])")))
    return tuple(found)


@cache
def _chinese() -> dict[str, str]:
    data = tomllib.loads(files(__package__).joinpath("stance_words.toml").read_text(encoding="utf-8"))
    return {name: str(words) for name, words in data.items()}


def _of_words(words: str) -> str:
    return "|".join(map(re.escape, sorted(words.split(), key=len, reverse=True)))
