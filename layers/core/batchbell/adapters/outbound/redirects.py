"""Where does a site send us instead?"""

from urllib.parse import urljoin

from batchbell.domain.addresses import AddressRules
from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from batchbell.domain.target import Target, admitted, parse_target

MAX_REDIRECTS = 5


def next_target(current: Target, location: str, rules: AddressRules) -> Target:
    """What a Location header leads to, checked like the first URL. Raises PageFailed."""
    try:
        return admitted(parse_target(urljoin(current.url, _as_sent(location))), rules)
    except ValueError as error:  # urljoin: brackets that hold no address
        raise bad_redirect("The site redirects to something that is not a URL") from error
    except PageFailed as error:
        if error.code is ErrorCode.INVALID_URL:
            raise bad_redirect("The site redirects to a URL that cannot be fetched") from error
        raise


def origin_of(target: Target) -> str:
    """Scheme, host and port: what one robots.txt, and one set of secrets, is for."""
    return f"{target.scheme}://{target.authority}"


def bad_redirect(what: str) -> PageFailed:
    """A failure for good: the site would say the same again."""
    return PageFailed(
        ErrorCode.SCRAPE_SITE_ERROR, f"{what}. Open the URL in a browser and submit where it ends."
    )


def _as_sent(header: str) -> str:
    """`http.client` reads headers as Latin-1; sites that send other letters mean UTF-8."""
    try:
        return header.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return header
